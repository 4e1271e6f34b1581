import { isRefusal } from '#web/calls/api-failures.ts';
import { useForm } from '#web/forms/use-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { verifySecondFactor } from '../session/session.ts';
import { CodeField, checkCode, codeRefusals } from './code-field.tsx';

interface SecondFactorFormProps {
  challenge: string;
  /** Returns to email and password. */
  onStartAgain: () => void;
}

/** The second step of a sign-in. */
export function SecondFactorForm({ challenge, onStartAgain }: SecondFactorFormProps) {
  const form = useForm({
    initial: { code: '' },
    checks: { code: checkCode },
    refusals: codeRefusals,
    failed: { title: 'Sign in failed' },
    send: ({ code }) => verifySecondFactor({ challenge, code }),
    onFailure: (error) => {
      if (isRefusal(error, 'challenge_invalid')) onStartAgain();
      return false;
    },
  });
  return (
    <form {...form.props} className="grid gap-5">
      <h2 className="text-3xl">Two-factor sign-in</h2>
      <CodeField {...form.field('code')} takesRecoveryCode autoFocus />
      <Button
        type="submit"
        wide
        size="large"
        isDisabled={!form.isComplete}
        isPending={form.isBusy}
        pendingLabel="Checking..."
      >
        Sign in
      </Button>
      <div className="-mx-3 sm:-mx-5 flex flex-wrap items-center">
        <Button variant="plain" onPress={onStartAgain}>
          Back to sign in
        </Button>
        <a href="/contact" className={buttonStyle({ variant: 'plain' })}>
          Lost your codes?
        </a>
      </div>
    </form>
  );
}
