import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isRefusal } from '#web/api-failures.ts';
import { toastFor } from '#web/error-messages.ts';
import { linkStyle } from '#web/ui/link-style.ts';
import { toast } from '#web/ui/toast.tsx';
import { signIn } from '../session/session.ts';
import { challengeOf } from './challenge-of.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { ResendConfirmation } from './resend-confirmation.tsx';

interface SignInFormProps {
  email: string;
  onEmailChange: (email: string) => void;
  /** The password was right; a code of the second factor is still missing. */
  onChallenge: (challenge: string) => void;
}

const failed = 'Sign in failed';

/** After signing in the page itself goes on, since the session has changed. */
export function SignInForm({ email, onEmailChange, onChallenge }: SignInFormProps) {
  const act = useMutation({
    mutationFn: signIn,
    onError: (error) => {
      const challenge = challengeOf(error);
      // A right password goes on with the code, which is no failure.
      if (challenge === null) toast(toastFor(error, { title: failed }));
      else onChallenge(challenge);
    },
  });
  return (
    <CredentialsForm
      form="sign-in"
      email={email}
      onEmailChange={onEmailChange}
      submitLabel="Sign in"
      pendingLabel="Signing in..."
      isPending={act.isPending}
      onSubmit={act.mutate}
    >
      <Link
        to="/auth"
        search={(search) => ({ ...search, form: 'recover' })}
        className={`-mt-2 inline-flex min-h-11 items-center justify-self-start ${linkStyle}`}
      >
        Forgot your password?
      </Link>
      {isRefusal(act.error, 'email_not_confirmed') && (
        <div
          role="status"
          className="flex flex-wrap items-center justify-between gap-3 border-s-4 border-brass bg-raised p-4"
        >
          <p className="max-w-xs">{act.error.message}</p>
          <ResendConfirmation email={act.variables?.email ?? email} act={failed} />
        </div>
      )}
    </CredentialsForm>
  );
}
