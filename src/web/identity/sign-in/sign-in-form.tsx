import { Link } from '@tanstack/react-router';
import { isRefusal } from '#web/calls/api-failures.ts';
import { useForm } from '#web/forms/use-form.ts';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { signIn } from '../session/session.ts';
import { checkEmail, checkPassword } from './credential-checks.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { ResendConfirmation } from './resend-confirmation.tsx';

interface SignInFormProps {
  email: string;
  onEmailChange: (email: string) => void;
  /** The password was correct, but a second-factor code is needed. */
  onChallenge: (challenge: string) => void;
}

const failed = 'Sign in failed';

/** The page itself continues after the sign-in, because the session changes. */
export function SignInForm({ email, onEmailChange, onChallenge }: SignInFormProps) {
  const form = useForm({
    initial: { email, password: '' },
    checks: { email: checkEmail, password: checkPassword },
    failed: { title: failed },
    send: (typed) => signIn({ ...typed, email: typed.email.trim() }),
    // A correct password that needs a code is not a failure.
    onFailure: (error) => {
      const challenge = challengeOf(error);
      if (challenge !== null) onChallenge(challenge);
      return challenge !== null;
    },
  });
  return (
    <CredentialsForm
      form={form}
      passwordKind="current-password"
      onEmailChange={onEmailChange}
      submitLabel="Sign in"
      pendingLabel="Signing in..."
    >
      <Link
        to="/auth"
        search={(search) => ({ ...search, form: 'recover' })}
        className={`-mt-2 inline-flex min-h-11 items-center justify-self-start ${linkStyle}`}
      >
        Forgot your password?
      </Link>
      {isRefusal(form.error, 'email_not_confirmed') && (
        <div
          role="status"
          className="flex flex-wrap items-center justify-between gap-3 border-s-4 border-brass-mark bg-raised p-4"
        >
          <p className="max-w-xs">{form.error.message}</p>
          <ResendConfirmation email={(form.sent?.email ?? email).trim()} act={failed} />
        </div>
      )}
    </CredentialsForm>
  );
}

/** The challenge of a sign-in that needs a second factor; null for any other error. */
function challengeOf(error: unknown): string | null {
  if (!isRefusal(error, 'second_factor_needed')) return null;
  const { challenge } = error.details;
  return typeof challenge === 'string' ? challenge : null;
}
