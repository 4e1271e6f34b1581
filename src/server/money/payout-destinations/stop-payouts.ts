import type { Dependencies } from '../../dependencies.ts';
import type { Client } from '../../foundation/caller.ts';
import { refuse } from '../../foundation/refusals.ts';
import { readByEither } from '../../foundation/server-keys.ts';
import { payoutsStoppedMail } from '../../identity/emails/payout-mails.ts';
import { queueMail } from '../../identity/emails/queue-mail.ts';
import { emailFingerprint } from '../../identity/fingerprint.ts';
import { letLeave, readPast, readStopToken, stopLeaving } from '../../identity/hold-payouts.ts';
import { lockAccount, recordOwnAct } from '../../identity/own-account.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { powerOfLink } from '../../identity/stop-link-rules.ts';
import { refuseOwn } from '../../trust/linked-accounts/refuse-own.ts';
import { freezeDestination, withdrawDestinations } from './destination-store.ts';

/**
 * Stops every payout that has not been sent. Withdraws the destination that the email was about, and all entered since,
 * because an intruder receives the later emails; a link to an intruder's own address only stops. An admin may lift the
 * stop. Repeats have no effect and send nothing.
 * @throws Refusal link_invalid
 */
export async function stopPayouts(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config' | 'keys'>,
  token: string,
  client: Client,
): Promise<void> {
  const now = deps.clock.now();
  const claims = readByEither(deps.keys, ({ payoutStops }) => readStopToken(payoutStops, token, now));
  if (!claims) return refuse('link_invalid');
  const { userId, payeeId, address, madeAt } = claims;
  const { publicUrl, supportEmail } = deps.config;
  await deps.database.transaction(async (tx) => {
    const { email } = await lockAccount(tx, userId);
    const power = powerOfLink(
      { address, madeAt },
      emailFingerprint(deps.keys, email),
      await readPast(tx, userId),
    );
    if (power === 'none') return refuse('link_invalid');
    const isStopped = await stopLeaving(tx, userId, now);
    const withdrawn =
      power === 'withdraw'
        ? await withdrawDestinations.all(tx, { id: payeeId, userId, since: madeAt, now })
        : [];
    if (!isStopped && withdrawn.length === 0) return;
    await freezeDestination.run(tx, { userId });
    await recordOwnAct(tx, deps, { userId, event: 'payouts_stopped', client });
    await queueMail(tx, { name: '', address: email }, payoutsStoppedMail(publicUrl, supportEmail), now);
  });
}

/**
 * Lifts the stop of a listener's payouts after 'This was not me'.
 * @throws Refusal own_decision, not_found if nothing is stopped
 */
export async function liftStop(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  actorId: string,
  { listenerId, reason }: { readonly listenerId: string; readonly reason: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    await refuseOwn(tx, actorId, [listenerId]);
    if (!(await letLeave(tx, listenerId))) refuse('not_found');
    await freezeDestination.run(tx, { userId: listenerId });
    const act = { event: 'payout_stop_lifted', userId: listenerId, actorId, details: { reason } } as const;
    await recordAdminAct(tx, act, clock.now());
  });
}
