import { useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { useForm } from '#web/forms/use-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { sessionsQuery } from '../session/session-queries.ts';
import { checkNewPassword, checkPassword } from '../sign-in/credential-checks.ts';
import { CodeField, codeRefusals } from './code-field.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { passwordReasons, weakPassword } from './password-reasons.ts';
import { useAskedCode } from './use-asked-code.ts';

const failed = 'The password was not changed';

/** Changes the password, with the current one and, if two-factor sign-in is on, a code. */
export default function ChangePasswordForm({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient();
  const askedCode = useAskedCode();
  const form = useForm({
    initial: { currentPassword: '', newPassword: '', code: '' },
    checks: { currentPassword: checkPassword, newPassword: checkNewPassword, code: askedCode.check },
    refusals: {
      wrong_password: 'currentPassword',
      weak_password: ['newPassword', weakPassword],
      ...codeRefusals,
    },
    failed: { title: failed },
    empties: ['currentPassword', 'newPassword', 'code'],
    send: ({ currentPassword, newPassword, code }) =>
      callApi(api.accounts.changePassword, {
        body: { currentPassword, newPassword, ...askedCode.sent(code) },
      }),
    onDone: () => {
      toast({
        title: 'Password changed',
        body: 'Your other devices were signed out.',
        tone: 'earned',
        act: failed,
      });
      void queryClient.invalidateQueries(sessionsQuery);
      onDone();
    },
    onFailure: askedCode.askFor,
  });
  return (
    <form {...form.props} className="grid gap-5">
      <TextField
        {...form.field('currentPassword')}
        label="Current password"
        type="password"
        autoComplete="current-password"
        autoFocus
      />
      <NewPasswordFields
        label="New password"
        field={form.field('newPassword')}
        reasons={passwordReasons(form.error)}
      />
      {askedCode.needsCode && <CodeField {...form.field('code')} takesRecoveryCode autoFocus />}
      <div>
        <Button
          type="submit"
          isDisabled={!form.isComplete}
          isPending={form.isBusy}
          pendingLabel="Changing..."
        >
          Change password
        </Button>
      </div>
    </form>
  );
}
