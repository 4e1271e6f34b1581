import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { useForm } from '#web/forms/use-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { notTurnedOn } from '../settings/confirm-factor-form.tsx';
import { checkPassword } from './credential-checks.ts';

interface PasswordStepProps {
  onBegun: (begun: { secret: string; link: string }) => void;
}

/** The first step of turning on two-factor sign-in: the password. */
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
    <form {...form.props} className="grid gap-5">
      <TextField
        {...form.field('password')}
        label="Password for two-factor sign-in"
        type="password"
        autoComplete="current-password"
        autoFocus
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
