import type { TransferAnswer } from '../adapters/payout-service/payout-service.ts';
import { noteAnswer } from './note-answer.ts';
import { directProvider } from './provider-of.ts';
import { sendClaimed, type TransferNeeds, waitForTurn } from './send-payouts.ts';
import type { Traveller } from './transfer-order.ts';
import { firstQuestionAfter, maySendAgain } from './transfer-rules.ts';
import { claimAgain, dueQuestions, travellerById, travellersOfProvider } from './transfers-store.ts';

const atOnce = 100;

/** Asks the providers how payouts stand whose turn it is: those under way, those whose answer was lost, and what arrived. */
export async function askPayouts(deps: TransferNeeds): Promise<void> {
  const due = await dueQuestions.all(deps.database, { now: deps.clock.now(), most: atOnce });
  for (const traveller of due) await askAbout(deps, traveller);
}

/** Asks at once about the payouts that a notice of their provider is about. */
export async function askAboutNoticed(deps: TransferNeeds, providerIds: readonly string[]): Promise<void> {
  const noticed = await travellersOfProvider.all(deps.database, { providerIds: [...providerIds] });
  for (const traveller of noticed) await askAbout(deps, traveller);
}

async function askAbout(deps: TransferNeeds, traveller: Traveller): Promise<void> {
  if (traveller.transfer === 'waiting') return;
  await waitForTurn(deps);
  const answer = await answerOf(deps, traveller);
  // Of what was booked back only one thing is news: that it arrived all the same.
  if (traveller.transfer === 'failed' && answer.kind !== 'paid') return;
  if (answer.kind !== 'never_received') return noteAnswer(deps, traveller, answer);
  const now = deps.clock.now();
  const { sentAt, payoutId, providerId, isWithdrawn } = traveller;
  if (providerId !== null || sentAt === null || !maySendAgain(sentAt, now))
    return noteAnswer(deps, traveller, { kind: 'unknown' });
  if (isWithdrawn) return noteAnswer(deps, traveller, withdrawnBefore);
  const askAt = new Date(now.getTime() + firstQuestionAfter);
  const { isClaimed } = await claimAgain.only(deps.database, { payoutId, now, askAt });
  if (!isClaimed) return noteAnswer(deps, traveller, { kind: 'unknown' });
  await sendClaimed(deps, await travellerById.only(deps.database, { payoutId }));
}

const withdrawnBefore = {
  kind: 'failed',
  reason: 'Its destination was withdrawn before the money left. Request it again once you have another.',
} as const;

async function answerOf(deps: TransferNeeds, traveller: Traveller): Promise<TransferAnswer> {
  const { payoutId, providerId, method } = traveller;
  const provider = directProvider(deps, method);
  if (!provider) return { kind: 'unknown' };
  try {
    return await provider.ask({ payoutId, providerId });
  } catch {
    return { kind: 'unknown' };
  }
}
