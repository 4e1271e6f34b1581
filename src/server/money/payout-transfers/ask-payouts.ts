import type { TransferAnswer } from '../../adapters/payments/payout-service.ts';
import { eachCatching } from '../../foundation/for-each.ts';
import {
  claimTransferAgain,
  dueQuestions,
  inTransitAtProvider,
  inTransitById,
  type PayoutInTransit,
} from './payout-transfers-store.ts';
import { recordResponse } from './record-response.ts';
import { sendClaimed, type TransferNeeds, waitForTurn } from './send-payouts.ts';
import { directProvider } from './transfer-providers.ts';
import { firstQuestionAfter, maySendAgain } from './transfer-rules.ts';

const atOnce = 100;

/**
 * Asks the providers about the payouts that are due: those in transit, those whose response was lost, and those that
 * arrived.
 */
export async function askPayouts(deps: TransferNeeds): Promise<void> {
  const due = await dueQuestions.all(deps.database, { now: deps.clock.now(), most: atOnce });
  await askAboutEach(deps, due);
}

/** Asks at once about the payouts in a provider's notice. */
export async function askAboutNoticed(deps: TransferNeeds, providerIds: readonly string[]): Promise<void> {
  const noticed = await inTransitAtProvider.all(deps.database, { providerIds: [...providerIds] });
  await askAboutEach(deps, noticed);
}

const askAboutEach = (deps: TransferNeeds, payouts: readonly PayoutInTransit[]): Promise<void> =>
  eachCatching(payouts, (payout) => askAbout(deps, payout), 'Some payouts could not be asked about.');

async function askAbout(deps: TransferNeeds, payout: PayoutInTransit): Promise<void> {
  if (payout.transfer === 'waiting') return;
  await waitForTurn(deps);
  const answer = await answerOf(deps, payout);
  // For a payout that was returned, the only news is that it arrived after all.
  if (payout.transfer === 'failed' && answer.kind !== 'paid') return;
  if (answer.kind !== 'never_received') return recordResponse(deps, payout, answer);
  const now = deps.clock.now();
  const { sentAt, payoutId, providerId, isWithdrawn } = payout;
  if (providerId !== null || sentAt === null || !maySendAgain(sentAt, now))
    return recordResponse(deps, payout, { kind: 'unknown' });
  if (isWithdrawn) return recordResponse(deps, payout, withdrawnBefore);
  const askAt = new Date(now.getTime() + firstQuestionAfter);
  const { isClaimed } = await claimTransferAgain.only(deps.database, { payoutId, now, askAt });
  if (!isClaimed) return recordResponse(deps, payout, { kind: 'unknown' });
  await sendClaimed(deps, await inTransitById.only(deps.database, { payoutId }));
}

const withdrawnBefore = {
  kind: 'failed',
  reason:
    'Its destination was removed before we sent the money. Request the payout again once you have another destination.',
} as const;

async function answerOf(deps: TransferNeeds, payout: PayoutInTransit): Promise<TransferAnswer> {
  const { payoutId, providerId, method } = payout;
  const provider = directProvider(deps, method);
  if (!provider) return { kind: 'unknown' };
  try {
    return await provider.ask({ payoutId, providerId });
  } catch {
    return { kind: 'unknown' };
  }
}
