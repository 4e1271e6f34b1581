import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { toast } from '#web/ui/display/toast.tsx';
import { useForm } from '#web/use-form.ts';
import { checkPassword } from '../sign-in/credential-checks.ts';
import { CodeField, checkCode, codeRefusals } from './code-field.tsx';

const failed = 'Two-factor sign-in was not turned off';

interface RemoveFactorFormProps {
  recoveryCodesLeft: number;
  onRemoved: () => void;
}

/** Turns two-factor sign-in off, with the password and a code. */
export function RemoveFactorForm({ recoveryCodesLeft, onRemoved }: RemoveFactorFormProps) {
  const form = useForm({
    initial: { password: '', code: '' },
    checks: { password: checkPassword, code: checkCode },
    refusals: { wrong_password: 'password', ...codeRefusals },
    failed: { title: failed },
    send: (body) => callApi(api.accounts.removeSecondFactor, { body }),
    onDone: () => {
      toast({ title: 'Two-factor sign-in is off', act: failed });
      onRemoved();
    },
  });
  return (
    <form {...form.props} className="grid max-w-md gap-5">
      <p className="text-muted">
        Signing in takes a code of your authenticator app. Recovery codes left: {recoveryCodesLeft}.
      </p>
      <TextField
        {...form.field('password')}
        label="Password for two-factor sign-in"
        type="password"
        autoComplete="current-password"
      />
      <CodeField {...form.field('code')} takesRecoveryCode />
      <div>
        <Button
          type="submit"
          variant="danger"
          isDisabled={!form.isComplete}
          isPending={form.isBusy}
          pendingLabel="Turning off..."
        >
          Turn off
        </Button>
      </div>
    </form>
  );
}
