import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { useForm } from '#web/forms/use-form.ts';
import { CodeField, codeRefusals } from '#web/identity/settings/code-field.tsx';
import { useAskedCode } from '#web/identity/settings/use-asked-code.ts';
import { checkPassword } from '#web/identity/sign-in/credential-checks.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';

const failed = 'The export did not start';

/** The link returns a file, so the page stays open. */
function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** Downloads all of the user's data as a zip, given the password. */
export default function ExportForm({ onDone }: { onDone: () => void }) {
  const askedCode = useAskedCode();
  const form = useForm({
    initial: { password: '', code: '' },
    checks: { password: checkPassword, code: askedCode.check },
    refusals: { wrong_password: 'password', ...codeRefusals },
    failed: { title: failed },
    empties: ['password', 'code'],
    send: ({ password, code }) =>
      callApi(api.personalData.createExport, { body: { password, ...askedCode.sent(code) } }),
    onDone: ({ url }) => {
      download(url);
      toast({ title: 'Your data is on its way', body: 'The download starts automatically.', act: failed });
      onDone();
    },
    onFailure: askedCode.askFor,
  });
  return (
    <form {...form.props} className="grid gap-5">
      <TextField
        {...form.field('password')}
        label="Password"
        type="password"
        autoComplete="current-password"
        autoFocus
      />
      {askedCode.needsCode && <CodeField {...form.field('code')} takesRecoveryCode autoFocus />}
      <div>
        <Button
          type="submit"
          isDisabled={!form.isComplete}
          isPending={form.isBusy}
          pendingLabel="Preparing..."
        >
          Export my data
        </Button>
      </div>
    </form>
  );
}
