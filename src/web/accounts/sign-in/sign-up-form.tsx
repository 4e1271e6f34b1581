import { useMutation } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { toastFor } from '#web/error-messages.ts';
import { toast } from '#web/ui/toast.tsx';
import { passwordAdvice } from '../settings/new-password-fields.tsx';
import { passwordReasons } from '../settings/password-reasons.ts';
import type { Credentials } from './credential-errors.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { MailboxLink } from './mailbox-link.tsx';
import { ResendConfirmation } from './resend-confirmation.tsx';
import { markSignUp } from './sign-up-mark.ts';

interface SignUpFormProps {
  email: string;
  onEmailChange: (email: string) => void;
}

const failed = 'Sign up failed';
const checkYourEmail = {
  title: 'Check your email',
  body: 'Please check your email to confirm your account before signing in.',
} as const;

export function SignUpForm({ email, onEmailChange }: SignUpFormProps) {
  const act = useMutation({
    mutationFn: (credentials: Credentials) => callApi(api.accounts.signUp, { body: credentials }),
    onSuccess: (_answer, { email: signedUp }) => {
      markSignUp(signedUp);
      toast({ ...checkYourEmail, act: failed });
    },
    onError: (error) => toast(toastFor(error, { title: failed })),
  });
  if (act.isSuccess) return <ConfirmationSent email={act.variables.email} onOtherAddress={act.reset} />;
  return (
    <CredentialsForm
      form="sign-up"
      email={email}
      onEmailChange={onEmailChange}
      submitLabel="Create account"
      pendingLabel="Creating account..."
      passwordHint={passwordAdvice}
      passwordReasons={passwordReasons(act.error)}
      onPasswordEdit={act.reset}
      isPending={act.isPending}
      onSubmit={act.mutate}
    />
  );
}

function ConfirmationSent({ email, onOtherAddress }: { email: string; onOtherAddress: () => void }) {
  return (
    <div role="status" className="grid gap-5 border-s-4 border-mint bg-panel p-6">
      <h2 className="text-3xl">{checkYourEmail.title}</h2>
      <p>
        {checkYourEmail.body} We wrote to <strong className="break-all">{email}</strong>. The link is good for
        24 hours.
      </p>
      <MailboxLink />
      <div className="flex flex-wrap gap-3">
        <ResendConfirmation email={email} />
        <button
          type="button"
          onClick={onOtherAddress}
          className="min-h-11 cursor-pointer font-medium text-brass underline underline-offset-4"
        >
          Use another address
        </button>
      </div>
    </div>
  );
}
