import { useNavigate } from '@tanstack/react-router';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { isRefusal } from '#web/calls/api-failures.ts';
import { useForm } from '#web/forms/use-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { tellTabsPasswordRecovered } from '../session/session.ts';
import { CodeField, codeRefusals } from '../settings/code-field.tsx';
import { NewPasswordFields } from '../settings/new-password-fields.tsx';
import { passwordReasons, weakPassword } from '../settings/password-reasons.ts';
import { useAskedCode } from '../settings/use-asked-code.ts';
import { BadLink } from './bad-link.tsx';
import { CallbackFrame } from './callback-frame.tsx';
import { checkNewPassword } from './credential-checks.ts';
import { otherSignedIn, useEmailedLink } from './emailed-link.ts';

const failed = 'The password was not changed';

/** The page of a recovery link: sets a new password, with which the user then signs in. */
export function ResetPassword({ token }: { token: string }) {
  const navigate = useNavigate();
  const askedCode = useAskedCode();
  const link = useEmailedLink('recovery', token);
  const email = link.data?.email ?? null;
  const form = useForm({
    initial: { password: '', code: '' },
    checks: { password: checkNewPassword, code: askedCode.check },
    refusals: { weak_password: ['password', weakPassword], ...codeRefusals },
    failed: { title: failed },
    send: ({ password, code }) =>
      callApi(api.accounts.resetPassword, { body: { token, password, ...askedCode.sent(code) } }),
    onDone: () => {
      tellTabsPasswordRecovered();
      const other = otherSignedIn(email);
      const body =
        other === null
          ? 'Sign in with your new password.'
          : `You’re still signed in as ${other}. To use the new password, sign out first.`;
      toast({ title: 'Password changed', body, tone: 'earned', act: failed });
      if (other === null) void navigate({ to: '/auth', search: { form: 'sign-in' }, replace: true });
      else void navigate({ to: '/app', replace: true });
    },
    onFailure: askedCode.askFor,
  });
  const refused = [form.error, link.error].find((error) => isRefusal(error, 'link_invalid'));
  if (refused) return <BadLink sendAgain="recovery">{refused.message}</BadLink>;
  return (
    <CallbackFrame>
      <PageHeading lead={<Lead email={email} />}>Choose a new password</PageHeading>
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

/** Whose password it is: another account may be signed in here. */
const Lead = ({ email }: { email: string | null }) =>
  email === null ? (
    <span>Saving it signs you out on all your devices.</span>
  ) : (
    <>
      It is for <strong className="wrap-anywhere text-text">{email}</strong>. Saving it signs this account out
      on all its devices.
    </>
  );
