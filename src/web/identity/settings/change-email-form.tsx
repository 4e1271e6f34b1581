import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useUnsentForm } from '#web/forms/use-unsent-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { checkEmailBegun, checkPassword } from '../sign-in/credential-checks.ts';
import { CodeField, codeRefusals } from './code-field.tsx';
import { useAskedCode } from './use-asked-code.ts';

const failed = 'The address was not changed';

/** Changes the email address, which takes effect when the emailed link is opened. */
export default function ChangeEmailForm({ onDone }: { onDone: () => void }) {
  const askedCode = useAskedCode();
  const form = useForm({
    initial: { email: '', password: '', code: '' },
    checks: { email: checkEmailBegun, password: checkPassword, code: askedCode.check },
    refusals: { wrong_password: 'password', ...codeRefusals },
    failed: { title: failed },
    empties: ['password', 'code'],
    send: ({ email, password, code }) =>
      callApi(api.accounts.changeEmail, {
        body: { email: email.trim(), password, ...askedCode.sent(code) },
      }),
    onDone: (_answer, { email }) => {
      toast({ title: 'Check your email', body: `We sent a link to ${email.trim()}.`, act: failed });
      onDone();
    },
    onFailure: askedCode.askFor,
  });
  useUnsentForm(form, ['email']);
  return (
    <form {...form.props} className="grid gap-5">
      <TextField
        {...form.field('email')}
        label="New email"
        type="email"
        autoComplete="email"
        hint="Your address changes once you open the link we email you."
        autoFocus
      />
      <TextField
        {...form.field('password')}
        label="Password"
        type="password"
        autoComplete="current-password"
      />
      {askedCode.needsCode && <CodeField {...form.field('code')} takesRecoveryCode autoFocus />}
      <div>
        <Button type="submit" isDisabled={!form.isComplete} isPending={form.isBusy} pendingLabel="Sending...">
          Change email
        </Button>
      </div>
    </form>
  );
}
