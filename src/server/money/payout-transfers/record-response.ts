import { cents } from '#contract/cents.ts';
import type { SendOutcome, TransferAnswer } from '../../adapters/payments/payout-service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { endDestination } from '../payout-destinations/mail-destination.ts';
import { bookBack, noteTransfer, type PayoutInTransit, unlinkDestination } from './payout-transfers-store.ts';
import { nextQuestion } from './transfer-rules.ts';

type Answer = SendOutcome | Exclude<TransferAnswer, { kind: 'never_received' }>;

/**
 * Records a provider's response about a payout. A failed one is returned to its listener's balance in the same
 * transaction.
 */
export async function recordResponse(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  payout: PayoutInTransit,
  answer: Answer,
): Promise<void> {
  switch (answer.kind) {
    case 'refused':
    case 'failed':
      return bookFailure(deps, payout, answer);
    case 'unknown':
      // Once a provider has accepted it, a late response changes nothing.
      return recordState(deps, payout, payout.providerId === null ? 'checking' : payout.transfer);
    case 'paid':
      return recordState(deps, payout, 'paid', answer);
    case 'accepted':
    case 'sending':
      return recordState(deps, payout, 'sending', answer);
  }
}

async function recordState(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { payoutId, sentAt, transfer: known }: PayoutInTransit,
  transfer: PayoutInTransit['transfer'],
  response: { readonly providerId?: string; readonly costCents?: number } = {},
): Promise<void> {
  const now = clock.now();
  // A payout that arrived stays so, unless it is returned later.
  const askAt = nextQuestion(known === 'paid' ? known : transfer, sentAt ?? now, now);
  const costCents = cents(response.costCents ?? 0);
  const providerId = response.providerId ?? null;
  await database.transaction(async (tx) => {
    const noted = await noteTransfer.only(tx, { payoutId, transfer, providerId, costCents, askAt, now });
    if (noted.outcome !== 'conflict') return;
    // The money was returned to the balance and has arrived as well: only a person can correct that.
    const { listenerId: userId } = noted;
    const act = {
      event: 'payout_paid_after_return',
      userId,
      actorId: null,
      details: { payout: payoutId },
    } as const;
    await recordAdminAct(tx, act, now);
  });
}

const bookFailure = (
  deps: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  { payoutId, payeeId }: PayoutInTransit,
  { reason, isDead }: { readonly reason: string; readonly isDead?: true },
): Promise<void> =>
  deps.database.transaction(async (tx) => {
    const now = deps.clock.now();
    await bookBack.only(tx, { payoutId, reason, now });
    const gone = isDead && (await unlinkDestination.one(tx, { payeeId, now }));
    if (gone) await endDestination(tx, deps, gone.userId, now);
  });
