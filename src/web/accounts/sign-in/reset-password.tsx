import { useNavigate } from '@tanstack/react-router';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { isRefusal } from '#web/api-failures.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { useForm } from '#web/use-form.ts';
import { CodeField, codeRefusals } from '../second-factor/code-field.tsx';
import { useAskedCode } from '../second-factor/use-asked-code.ts';
import { tellTabsPasswordRecovered } from '../session/session.ts';
import { NewPasswordFields } from '../settings/new-password-fields.tsx';
import { passwordReasons, weakPassword } from '../settings/password-reasons.ts';
import { BadLink } from './bad-link.tsx';
import { CallbackFrame } from './callback-frame.tsx';
import { checkNewPassword } from './credential-checks.ts';

const failed = 'The password was not changed';

/** The page of a recovery link: sets a new password, with which the user then signs in. */
export function ResetPassword({ token }: { token: string }) {
  const navigate = useNavigate();
  const askedCode = useAskedCode();
  const form = useForm({
    initial: { password: '', code: '' },
    checks: { password: checkNewPassword, code: askedCode.check },
    refusals: { weak_password: ['password', weakPassword], ...codeRefusals },
    failed: { title: failed },
    send: ({ password, code }) =>
      callApi(api.accounts.resetPassword, { body: { token, password, ...askedCode.sent(code) } }),
    onDone: () => {
      tellTabsPasswordRecovered();
      toast({
        title: 'Password changed',
        body: 'Sign in with your new password.',
        tone: 'earned',
        act: failed,
      });
      void navigate({ to: '/auth', search: { form: 'sign-in' }, replace: true });
    },
    onFailure: askedCode.askFor,
  });
  if (isRefusal(form.error, 'link_invalid')) {
    return <BadLink sendAgain="recovery">{form.error.message}</BadLink>;
  }
  return (
    <CallbackFrame>
      <PageHeading lead="Saving it signs you out on all your devices.">Choose a new password</PageHeading>
      <form {...form.props} className="grid max-w-md gap-5">
        <NewPasswordFields
          label="New password"
          field={form.field('password')}
          reasons={passwordReasons(form.error)}
        />
        {askedCode.needsCode && <CodeField {...form.field('code')} takesRecoveryCode autoFocus />}
        <div>
          <Button
            type="submit"
            size="large"
            isDisabled={!form.isComplete}
            isPending={form.isBusy}
            pendingLabel="Saving..."
          >
            Save the new password
          </Button>
        </div>
      </form>
    </CallbackFrame>
  );
}
