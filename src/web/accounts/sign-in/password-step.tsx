import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { useForm } from '#web/use-form.ts';
import { notTurnedOn } from '../second-factor/confirm-factor-form.tsx';
import { checkPassword } from './credential-checks.ts';

interface PasswordStepProps {
  onBegun: (begun: { secret: string; link: string }) => void;
}

/** The first step of turning two-factor sign-in on: the password again. */
export function PasswordStep({ onBegun }: PasswordStepProps) {
  const form = useForm({
    initial: { password: '' },
    checks: { password: checkPassword },
    refusals: { wrong_password: 'password' },
    failed: { title: notTurnedOn },
    send: (body) => callApi(api.accounts.beginSecondFactor, { body }),
    onDone: onBegun,
  });
  return (
    <form {...form.props} className="grid max-w-md gap-5">
      <p className="text-muted">
        Signing in then takes your password and a code of an authenticator app on your phone.
      </p>
      <TextField
        {...form.field('password')}
        label="Password for two-factor sign-in"
        type="password"
        autoComplete="current-password"
      />
      <div>
        <Button
          type="submit"
          isDisabled={!form.isComplete}
          isPending={form.isBusy}
          pendingLabel="Checking..."
        >
          Turn on
        </Button>
      </div>
    </form>
  );
}
