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
import { CodeField, codeError, mayBeCode } from '../second-factor/code-field.tsx';
import { useAskedCode } from '../second-factor/use-asked-code.ts';
import { sessionsQuery } from '../session/session-queries.ts';
import { mayBeSent, NewPasswordFields } from './new-password-fields.tsx';
import { passwordReasons } from './password-reasons.ts';

const failed = 'The password was not changed';

/** A new password with the help of the old one and, where two-factor sign-in is on, a code. */
export function ChangePasswordForm() {
  const queryClient = useQueryClient();
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const { needsCode, code, setCode, sentCode, askForCode } = useAskedCode();
  const change = useMutation({
    mutationFn: () =>
      callApi(api.accounts.changePassword, { body: { currentPassword, newPassword, ...sentCode } }),
    onSuccess: () => {
      setCurrent('');
      setNew('');
      setCode('');
      toast({
        title: 'Password changed',
        body: 'Your other devices were signed out.',
        tone: 'earned',
        act: failed,
      });
      void queryClient.invalidateQueries(sessionsQuery);
    },
    onError: (error) => {
      if (!askForCode(error)) toast(toastFor(error, { title: failed }));
    },
  });
  const maySend = currentPassword !== '' && mayBeSent(newPassword) && (!needsCode || mayBeCode(code));
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
          onChange={(typed) => {
            setNew(typed);
            if (passwordReasons(change.error).length > 0) change.reset();
          }}
          reasons={passwordReasons(change.error)}
        />
        {needsCode && (
          <CodeField
            value={code}
            onChange={(typed) => {
              setCode(typed);
              if (change.isError) change.reset();
            }}
            error={codeError(change.error)}
            takesRecoveryCode
            autoFocus
          />
        )}
        <div>
          <Button type="submit" isDisabled={!maySend} isPending={change.isPending} pendingLabel="Changing...">
            Change password
          </Button>
        </div>
      </form>
    </Panel>
  );
}
