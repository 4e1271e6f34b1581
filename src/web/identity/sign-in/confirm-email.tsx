import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { isRefusal } from '#web/calls/api-failures.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { useForm } from '#web/forms/use-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { adoptSession, sessionState, signIn, tellTabsUserUpdated, useSession } from '../session/session.ts';
import { BadLink } from './bad-link.tsx';
import { CallbackFrame } from './callback-frame.tsx';
import { checkPassword } from './credential-checks.ts';
import { useEmailedLink } from './emailed-link.ts';
import { LinkPasswordForm } from './link-password-form.tsx';
import { forgetSignUp, markedSignUp } from './sign-up-mark.ts';

const texts = {
  signup: {
    heading: 'Confirm your email',
    lead: 'Enter your password to finish.',
    button: 'Confirm my email',
    failed: 'The email was not confirmed',
    done: { title: 'Email confirmed' },
    signInNext: 'You can sign in now.',
  },
  email_change: {
    heading: 'Confirm your new email',
    lead: 'Enter your password to switch to this address.',
    button: 'Confirm my new address',
    failed: 'The address was not changed',
    done: { title: 'Email changed' },
    signInNext: 'Sign in with the new address from now on.',
  },
} as const;

type LinkType = keyof typeof texts;

interface Given {
  readonly type: LinkType;
  readonly token: string;
  /** Without it the server checks whether this browser signed up. */
  readonly password: string | undefined;
}

/** Confirms, then signs in if possible; a failed sign-in is left to the sign-in page. */
async function confirmAndGoOn({ type, token, password }: Given): Promise<void> {
  const body = { type, token, ...(password === undefined ? {} : { password }) };
  const { email, session } = await callApi(api.accounts.confirmEmail, { body });
  forgetSignUp();
  if (type === 'email_change') tellTabsUserUpdated('address');
  else if (session !== null) adoptSession(session);
  else if (password !== undefined) await signIn({ email, password }).catch(() => undefined);
}

function useConfirm(type: LinkType, token: string) {
  const link = useEmailedLink(type, token);
  const navigate = useNavigate();
  const [signedUpAs, setSignedUpAs] = useState(() => (type === 'signup' ? markedSignUp() : null));
  const asksPassword = signedUpAs === null;
  const { failed, done, signInNext } = texts[type];
  const form = useForm({
    initial: { password: '' },
    checks: { password: (typed) => (asksPassword ? checkPassword(typed) : null) },
    refusals: { wrong_password: ['password', wrongPassword[type]] },
    send: ({ password }) => confirmAndGoOn({ type, token, password: asksPassword ? password : undefined }),
    onDone: () => {
      const isSignedIn = sessionState().status === 'signedIn';
      toast({ ...done, ...(isSignedIn ? {} : { body: signInNext }), tone: 'earned', act: failed });
      void navigate({ to: '/', replace: true });
    },
    onFailure: (error) => {
      // The server does not know this browser, or there was a later sign-up.
      if (isRefusal(error, 'password_needed')) {
        forgetSignUp();
        setSignedUpAs(null);
        return true;
      }
      // It may just have been confirmed in another tab; the page says so, or that the link does not work.
      if (isRefusal(error, 'link_invalid')) {
        void link.refetch();
        return true;
      }
      const text = toastFor(error, { title: failed });
      toast(isRefusal(error, 'wrong_password') ? { ...text, body: wrongPassword[type] } : text);
      return true;
    },
  });
  return { form, signedUpAs, link };
}

/**
 * Requires a click, and the password unless this browser signed up: email scanners follow links as well, and an email
 * caused by another person's sign-up must not open anything.
 */
export function ConfirmEmail({ type, token }: { type: LinkType; token: string }) {
  const { form, signedUpAs, link } = useConfirm(type, token);
  const { heading, lead, button } = texts[type];
  if (link.data?.isConfirmed && !form.isDone) return <AlreadyConfirmed />;
  const refused = [form.error, link.error].find((error) => isRefusal(error, 'link_invalid'));
  if (refused && !link.isFetching && !form.isDone) {
    return <BadLink sendAgain={type}>{refused.message}</BadLink>;
  }
  if (signedUpAs !== null) {
    return (
      <CallbackFrame>
        <PageHeading
          lead={
            <>
              You signed up in this browser as{' '}
              <strong className="wrap-anywhere text-text">{signedUpAs}</strong>.
            </>
          }
        >
          {heading}
        </PageHeading>
        <div>
          <Button size="large" onPress={form.submit} isPending={form.isBusy} pendingLabel="Confirming...">
            Confirm and sign in
          </Button>
        </div>
      </CallbackFrame>
    );
  }
  return (
    <CallbackFrame>
      <PageHeading lead={<Lead address={link.data?.masked ?? null}>{lead}</Lead>}>{heading}</PageHeading>
      <LinkPasswordForm form={form} button={button}>
        <p>
          <Link
            to="/auth"
            search={{ form: 'recover' }}
            className={`inline-flex min-h-11 items-center ${linkStyle}`}
          >
            Forgot your password?
          </Link>
        </p>
      </LinkPasswordForm>
    </CallbackFrame>
  );
}

/** Which address it is: this may be another browser, or there may be several links. */
const Lead = ({ address, children }: { address: string | null; children: string }) =>
  address === null ? (
    <span>{children}</span>
  ) : (
    <>
      It is for <strong className="wrap-anywhere text-text">{address}</strong>. <span>{children}</span>
    </>
  );

const wrongPassword = {
  signup:
    'That’s not the password from the latest sign-up with this address. If you forgot it, choose a new one.',
  email_change: 'That’s not your account password.',
} as const satisfies Record<LinkType, string>;

/** A link whose address is confirmed, opened again. */
function AlreadyConfirmed() {
  const session = useSession();
  const isSignedIn = session.status === 'signedIn';
  return (
    <CallbackFrame>
      <PageHeading lead={isSignedIn ? `You’re signed in as ${session.user.email}.` : 'You can sign in now.'}>
        Your email is already confirmed
      </PageHeading>
      <div>
        <Link to={isSignedIn ? '/app' : '/auth'} className={buttonStyle({})}>
          {isSignedIn ? 'Continue' : 'Go to sign in'}
        </Link>
      </div>
    </CallbackFrame>
  );
}
