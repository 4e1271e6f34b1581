import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { isRefusal } from '#web/calls/api-failures.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useSession } from '#web/identity/session/session.ts';
import { CallbackFrame } from '#web/identity/sign-in/callback-frame.tsx';
import { checkPassword } from '#web/identity/sign-in/credential-checks.ts';
import { useEmailedLink, useOtherSignedIn } from '#web/identity/sign-in/emailed-link.ts';
import { LinkPasswordForm } from '#web/identity/sign-in/link-password-form.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { destinationQuery } from './destination-queries.ts';
import { shownMoment } from './destination-texts.ts';

/** Handles emailed links about payouts: one kind confirms a destination, the other stops payouts. */
export function PayoutLinkPage() {
  const link = new URLSearchParams(useLocation().hash);
  const [token, type] = [link.get('token'), link.get('type')];
  if (token !== null && type === 'payee') return <ConfirmDestination key={token} token={token} />;
  if (token !== null && type === 'stop') return <StopPayouts key={token} token={token} />;
  return <Told heading="This link does not work">It’s incomplete. Open it from the email again.</Told>;
}

interface ToldProps {
  heading: string;
  /** Signed in here, but not the account of the link. */
  other?: string | null;
  children: string;
}

function Told({ heading, other = null, children }: ToldProps) {
  return (
    <CallbackFrame>
      <PageHeading lead={children}>{heading}</PageHeading>
      <div>
        <Link to={other === null ? '/app/wallet' : '/app'} className={buttonStyle({})}>
          {other === null ? 'Go to your wallet' : `Continue as ${other}`}
        </Link>
      </div>
    </CallbackFrame>
  );
}

/** The server asks for the password, except in the session that saved the destination. */
function useConfirm(token: string) {
  const queries = useQueryClient();
  const link = useEmailedLink('payee', token);
  const email = link.data?.email ?? null;
  const session = useSession();
  const [isElsewhere, setIsElsewhere] = useState(false);
  const isOwner = session.status === 'signedIn' && session.user.email === email;
  const asksPassword = !isOwner || isElsewhere;
  const [done, setDone] = useState<{ masked: string; heldUntil: string } | null>(null);
  const form = useForm({
    initial: { password: '' },
    checks: { password: (typed) => (asksPassword ? checkPassword(typed) : null) },
    refusals: { wrong_password: ['password', 'That’s not your account password.'] },
    failed: { title: 'The destination was not confirmed' },
    send: ({ password }) =>
      callApi(api.payoutDestinations.confirmDestination, {
        body: { token, ...(asksPassword ? { password } : {}) },
      }),
    onDone: (confirmed) => {
      void queries.invalidateQueries({ queryKey: queryKeys.wallet.all });
      setDone(confirmed);
    },
    onFailure: (error) => {
      if (!isRefusal(error, 'password_needed')) return false;
      setIsElsewhere(true);
      return true;
    },
  });
  const refused = [form.error, link.error].find((error) => isRefusal(error, 'link_invalid'));
  const isLoading = link.isPending || session.status === 'restoring';
  return { form, done, email, refused, asksPassword, isLoading };
}

/** Requires a press, because email scanners follow links as well. */
function ConfirmDestination({ token }: { token: string }) {
  const { form, done, email, refused, asksPassword, isLoading } = useConfirm(token);
  const other = useOtherSignedIn(email);
  const payee = useQuery({ ...destinationQuery, enabled: !asksPassword && done === null, retry: false });
  if (done !== null) {
    return (
      <Told heading="Destination confirmed" other={other}>
        {`${email === null ? 'Your payouts' : `The payouts of ${email}`} go to ${done.masked}. To keep the money safe, we send no payouts before ${shownMoment(done.heldUntil)}.`}
      </Told>
    );
  }
  if (refused) return <Told heading="This link does not work">{refused.message}</Told>;
  if (isLoading)
    return (
      <CallbackFrame>
        <Skeleton className="h-48 w-full" label="Loading..." />
      </CallbackFrame>
    );
  const saved = 'the destination in that email';
  if (asksPassword)
    return (
      <CallbackFrame>
        <PageHeading
          lead={
            email === null
              ? `Enter your Earshot password to send your payouts to ${saved}.`
              : `Enter the Earshot password of ${email} to send that account’s payouts to ${saved}.`
          }
        >
          Confirm where your payouts go
        </PageHeading>
        <LinkPasswordForm form={form} button="Confirm this destination" />
      </CallbackFrame>
    );
  return (
    <CallbackFrame>
      <PageHeading lead={`Your payouts will go to ${payee.data?.unconfirmed?.masked ?? saved}.`}>
        Confirm where your payouts go
      </PageHeading>
      <form {...form.props}>
        <Button type="submit" size="large" isPending={form.isBusy} pendingLabel="Confirming...">
          Confirm this destination
        </Button>
      </form>
    </CallbackFrame>
  );
}

/** Requires a click, because email scanners follow links as well. */
function StopPayouts({ token }: { token: string }) {
  const [isDone, setIsDone] = useState(false);
  const form = useForm({
    initial: {},
    failed: { title: 'Your payouts were not stopped' },
    send: () => callApi(api.payoutDestinations.stopPayouts, { body: { token } }),
    onDone: () => setIsDone(true),
  });
  if (isRefusal(form.error, 'link_invalid'))
    return <Told heading="This link does not work">{form.error.message}</Told>;
  return (
    <CallbackFrame>
      <PageHeading
        lead={
          isDone
            ? 'No money leaves your account anymore. Choose a new password now, then write to us. We’ll restart payouts with you.'
            : 'If this wasn’t you, no money leaves your account until we’ve looked into it together.'
        }
      >
        {isDone ? 'Your payouts are stopped' : 'Stop your payouts'}
      </PageHeading>
      <div>
        {isDone ? (
          <Link to="/auth" search={{ form: 'recover' }} className={buttonStyle({})}>
            Choose a new password
          </Link>
        ) : (
          <form {...form.props}>
            <Button type="submit" size="large" isPending={form.isBusy} pendingLabel="Stopping...">
              This was not me: stop my payouts
            </Button>
          </form>
        )}
      </div>
    </CallbackFrame>
  );
}
