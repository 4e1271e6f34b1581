import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { isRefusal } from '#web/api-failures.ts';
import { toastFor } from '#web/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { mayBeSent, NewPasswordFields } from './new-password-fields.tsx';
import { passwordReasons } from './password-reasons.ts';
import { sessionsQuery } from './session-queries.ts';

/** A new password with the help of the old one. */
export function ChangePasswordForm() {
  const queryClient = useQueryClient();
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const change = useMutation({
    mutationFn: () => callApi(api.accounts.changePassword, { body: { currentPassword, newPassword } }),
    onSuccess: () => {
      setCurrent('');
      setNew('');
      toast({ title: 'Password changed', body: 'Your other devices were signed out.', tone: 'earned' });
      void queryClient.invalidateQueries(sessionsQuery);
    },
    onError: (error) => toast(toastFor(error, { title: 'The password was not changed' })),
  });
  const maySend = currentPassword !== '' && mayBeSent(newPassword);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (maySend && !change.isPending) change.mutate();
  };
  return (
    <Panel title="Change password">
      <form noValidate onSubmit={submit} className="grid max-w-md gap-5">
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          value={currentPassword}
          onChange={(typed) => {
            setCurrent(typed);
            if (isRefusal(change.error, 'wrong_password')) change.reset();
          }}
          error={isRefusal(change.error, 'wrong_password') ? change.error.message : undefined}
        />
        <NewPasswordFields
          label="New password"
          value={newPassword}
          onChange={setNew}
          reasons={passwordReasons(change.error)}
        />
        <div>
          <Button type="submit" isDisabled={!maySend} isPending={change.isPending} pendingLabel="Changing...">
            Change password
          </Button>
        </div>
      </form>
    </Panel>
  );
}
