import { useQuery } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { useForm } from '#web/forms/use-form.ts';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { toast } from '#web/ui/display/toast-queue.ts';
import { passwordAdvice } from '../settings/new-password-fields.tsx';
import { passwordReasons, weakPassword } from '../settings/password-reasons.ts';
import { checkEmail, checkNewPassword } from './credential-checks.ts';
import { CredentialsForm } from './credentials-form.tsx';
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
  const form = useForm({
    initial: { email, password: '' },
    checks: { email: checkEmail, password: checkNewPassword },
    refusals: { weak_password: ['password', weakPassword] },
    failed: { title: failed },
    empties: ['password'],
    send: (typed) => callApi(api.accounts.signUp, { body: { ...typed, email: typed.email.trim() } }),
    onDone: (_answer, { email: signedUp }) => {
      markSignUp(signedUp.trim());
      toast({ ...checkYourEmail, act: failed });
    },
  });
  if (form.isDone) {
    return (
      <ConfirmationSent email={(form.sent?.email ?? email).trim()} onOtherAddress={() => form.set({})} />
    );
  }
  return (
    <CredentialsForm
      form={form}
      passwordKind="new-password"
      onEmailChange={onEmailChange}
      submitLabel="Create account"
      pendingLabel="Creating account..."
      passwordHint={passwordAdvice}
      passwordReasons={passwordReasons(form.error)}
    >
      <p className="text-sm text-muted">
        By creating an account you accept the <PageLink href="/terms">terms</PageLink>. The{' '}
        <PageLink href="/privacy">privacy page</PageLink> says what we store and for how long.
      </p>
    </CredentialsForm>
  );
}

/** Opens in a new tab, so that typed text is not lost. */
const PageLink = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noopener" className="text-brass-ink underline underline-offset-4">
    {children}
  </a>
);

function ConfirmationSent({ email, onOtherAddress }: { email: string; onOtherAddress: () => void }) {
  return (
    <div role="status" className="grid gap-5 border-s-4 border-mint bg-panel p-6">
      <h2 className="text-3xl">{checkYourEmail.title}</h2>
      <p>
        {checkYourEmail.body} We emailed <strong className="wrap-anywhere">{email}</strong>. The link works
        for 24 hours.
      </p>
      <MailboxLink />
      <div className="flex flex-wrap gap-3">
        <ResendConfirmation email={email} />
        <button
          type="button"
          onClick={onOtherAddress}
          className="min-h-11 cursor-pointer font-medium text-brass-ink underline underline-offset-4"
        >
          Use another address
        </button>
      </div>
    </div>
  );
}

/** A link to this machine's mailbox page, if the server has one. */
function MailboxLink() {
  const { data } = useQuery({
    queryKey: queryKeys.environment.all,
    queryFn: ({ signal }) => callApi(api.environment.readEnvironment, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data?.mailboxPage !== true) return null;
  return (
    <p>
      This server stores emails instead of sending them:{' '}
      <a href="/mailbox" target="_blank" rel="noreferrer" className={linkStyle}>
        open the mailbox
      </a>
      .
    </p>
  );
}
