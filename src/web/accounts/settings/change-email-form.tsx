import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { toast } from '#web/ui/display/toast.tsx';
import { useForm } from '#web/use-form.ts';
import { CodeField, codeRefusals } from '../second-factor/code-field.tsx';
import { useAskedCode } from '../second-factor/use-asked-code.ts';
import { checkEmailBegun, checkPassword } from '../sign-in/credential-checks.ts';

const failed = 'The address was not changed';

/** Another e-mail address; it counts once the link mailed there was used. */
export function ChangeEmailForm({ current }: { current: string }) {
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
    onDone: (_answer, { email }) =>
      toast({ title: 'Check your email', body: `We mailed a link to ${email.trim()}.`, act: failed }),
    onFailure: askedCode.askFor,
  });
  return (
    <Panel title="Change e-mail">
      <form {...form.props} className="grid max-w-md gap-5">
        <p className="text-muted">
          You sign in as <strong className="break-all text-text">{current}</strong>.
        </p>
        <TextField
          {...form.field('email')}
          label="New e-mail"
          type="email"
          autoComplete="email"
          hint="Nothing changes before you open the link that we mail there."
        />
        <TextField
          {...form.field('password')}
          label="Password"
          type="password"
          autoComplete="current-password"
        />
        {askedCode.needsCode && <CodeField {...form.field('code')} takesRecoveryCode autoFocus />}
        <div>
          <Button
            type="submit"
            isDisabled={!form.isComplete}
            isPending={form.isBusy}
            pendingLabel="Sending..."
          >
            Change e-mail
          </Button>
        </div>
      </form>
    </Panel>
  );
}
