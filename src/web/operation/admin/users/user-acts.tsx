import { useState } from 'react';
import { suspensionReasonLength } from '#contract/business-rules.ts';
import { api } from '#contract/index.ts';
import type { UserRecord } from '#contract/operation/admin/admin-users.ts';
import { callApi } from '#web/calls/api.ts';
import { useProfile } from '#web/identity/profile/profile-queries.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { useAdminAct } from '../admin-act.ts';
import { SentenceForm } from '../sentence-form.tsx';

/** Payouts are stopped until an admin has talked to this listener; offers to lift the stop. */
export function PayoutStop({ user, stoppedAt }: { user: UserRecord; stoppedAt: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const ownId = useProfile().data?.id;
  const { act, isPending } = useAdminAct('The stop was not lifted');
  const lift = (reason: string) =>
    act(async () => {
      await callApi(api.admin.liftPayoutStop, { params: { listenerId: user.id }, body: { reason } });
      return { title: 'Payout stop lifted', body: `Payouts of ${user.displayName} are on again.` };
    });
  return (
    <Panel
      title="Payouts stopped"
      level={3}
      tone="wrong"
      actions={
        user.id !== ownId && (
          <Button size="small" variant="quiet" isPending={isPending} onPress={() => setIsAsking(true)}>
            Lift the stop
          </Button>
        )
      }
    >
      <p className="max-w-prose">
        Someone at one of the account’s addresses used “This was not me” <TimeAgo date={stoppedAt} />. Nothing
        is sent until you talk to the listener and lift the stop.
      </p>
      {isAsking && (
        <SentenceForm
          title={`Resume payouts of ${user.displayName}?`}
          label="Reason, for the record"
          most={suspensionReasonLength}
          confirmLabel="Lift the stop"
          onClose={() => setIsAsking(false)}
          onConfirm={lift}
        >
          <p>
            Make sure you’ve talked to the account’s owner and that they chose a new password. A 72-hour hold
            stays in place.
          </p>
        </SentenceForm>
      )}
    </Panel>
  );
}

const suspending = {
  title: 'Suspend',
  label: 'Reason, emailed to them',
  button: 'Suspend',
  confirmLabel: 'Suspend user',
  tone: 'danger',
  effect:
    'Every session ends at once, and they can’t sign in. They keep the money they earned. An email gives them the reason and the address for an appeal.',
} as const;
const lifting = {
  title: 'Lift the suspension of',
  label: 'Reason, for the record',
  button: 'Lift suspension',
  confirmLabel: 'Lift suspension',
  tone: 'act',
  effect: 'They can sign in again, and an email tells them so. Ended sessions stay ended.',
} as const;

export function Suspension({ user: { id: userId, displayName, suspendedAt } }: { user: UserRecord }) {
  const [isAsking, setIsAsking] = useState(false);
  const ownId = useProfile().data?.id;
  const { act, isPending } = useAdminAct('Error changing suspension');
  const words = suspendedAt === null ? suspending : lifting;
  const change = (reason: string) =>
    act(async () => {
      const body = { suspended: suspendedAt === null, reason };
      const user = await callApi(api.admin.setSuspension, { params: { userId }, body });
      return { title: user.suspendedAt === null ? 'Suspension lifted' : 'User suspended' };
    });
  if (userId === ownId) return null;
  return (
    <>
      <Button
        variant={suspendedAt === null ? 'danger' : 'quiet'}
        isPending={isPending}
        onPress={() => setIsAsking(true)}
      >
        {words.button}
      </Button>
      {isAsking && (
        <SentenceForm
          title={`${words.title} ${displayName}?`}
          label={words.label}
          most={suspensionReasonLength}
          confirmLabel={words.confirmLabel}
          tone={words.tone}
          onClose={() => setIsAsking(false)}
          onConfirm={change}
        >
          <p>{words.effect}</p>
        </SentenceForm>
      )}
    </>
  );
}
