import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { useForm } from '#web/forms/use-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { checkPassword } from '../sign-in/credential-checks.ts';
import { CodeField, checkCode, codeRefusals } from './code-field.tsx';

const failed = 'Two-factor sign-in was not turned off';

/** Turns off two-factor sign-in, given the password and a code. */
export function RemoveFactorForm({ onRemoved }: { onRemoved: () => void }) {
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
    <form {...form.props} className="grid gap-5">
      <TextField
        {...form.field('password')}
        label="Password for two-factor sign-in"
        type="password"
        autoComplete="current-password"
        autoFocus
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
