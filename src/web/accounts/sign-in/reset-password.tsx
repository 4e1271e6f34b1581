import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { isRefusal } from '#web/api-failures.ts';
import { toastFor } from '#web/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { toast } from '#web/ui/toast.tsx';
import { CodeField, codeError, mayBeCode } from '../second-factor/code-field.tsx';
import { tellTabsPasswordRecovered } from '../session/session.ts';
import { mayBeSent, NewPasswordFields } from '../settings/new-password-fields.tsx';
import { passwordReasons } from '../settings/password-reasons.ts';
import { BadLink } from './bad-link.tsx';
import { CallbackFrame } from './callback-frame.tsx';

const failed = 'The password was not changed';

/** The end of a recovery link: a new password. Whoever has it signs in with it. */
export function ResetPassword({ token }: { token: string }) {
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const reset = useMutation({
    mutationFn: () =>
      callApi(api.accounts.resetPassword, { body: { token, password, ...(needsCode ? { code } : {}) } }),
    onSuccess: () => {
      tellTabsPasswordRecovered();
      toast({
        title: 'Password changed',
        body: 'Sign in with your new password.',
        tone: 'earned',
        act: failed,
      });
      void navigate({ to: '/auth', search: { form: 'sign-in' }, replace: true });
    },
    onError: (error) => {
      if (isRefusal(error, 'second_factor_needed')) setNeedsCode(true);
      else toast(toastFor(error, { title: failed }));
    },
  });
  if (isRefusal(reset.error, 'link_invalid')) {
    return <BadLink sendAgain="recovery">{reset.error.message}</BadLink>;
  }
  const maySend = mayBeSent(password) && (!needsCode || mayBeCode(code));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!reset.isPending && maySend) reset.mutate();
  };
  return (
    <CallbackFrame>
      <PageHeading lead="All your devices are signed out when you save it.">
        Choose a new password
      </PageHeading>
      <form noValidate onSubmit={submit} className="grid max-w-md gap-5">
        <NewPasswordFields
          label="New password"
          value={password}
          onChange={(typed) => {
            setPassword(typed);
            if (passwordReasons(reset.error).length > 0) reset.reset();
          }}
          reasons={passwordReasons(reset.error)}
        />
        {needsCode && (
          <CodeField
            value={code}
            onChange={setCode}
            error={codeError(reset.error)}
            takesRecoveryCode
            autoFocus
          />
        )}
        <div>
          <Button
            type="submit"
            size="large"
            isDisabled={!maySend}
            isPending={reset.isPending}
            pendingLabel="Saving..."
          >
            Save the new password
          </Button>
        </div>
      </form>
    </CallbackFrame>
  );
}
