import type { Dependencies } from '../../dependencies.ts';
import { payoutDecidedMail } from '../../identity/emails/decided-payout-mails.ts';
import { queueNotice } from '../../identity/emails/queue-mail.ts';
import { waitsForCents } from '../payout-transfers/transfer-providers.ts';
import { decidedPayout } from './payouts-store.ts';

/** The job's name in the queue; the database enqueues it with every decision. Its payload is `{ payoutId }`. */
export const mailPayoutDecidedJob = 'mail-payout-decided';

/** Queues the notice of a decided payout request, once, unless its listener has switched it off. */
export function mailPayoutDecided(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config' | 'keys' | 'transferProviders'>,
  payoutId: string,
): Promise<void> {
  return deps.database.transaction(async (tx) => {
    const payout = await decidedPayout.one(tx, { payoutId });
    if (!payout) return;
    await queueNotice(tx, deps, {
      userId: payout.listenerId,
      kind: 'payout_decided',
      event: payout.status === 'returned' ? `${payoutId}:returned` : payoutId,
      mail: payoutDecidedMail(deps.config.publicUrl, {
        ...payout,
        waitsForCents: waitsForCents(deps, payout),
      }),
    });
  });
}
