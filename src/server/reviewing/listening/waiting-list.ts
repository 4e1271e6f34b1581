import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { WaitingPlace } from '#contract/reviewing/listening/listening.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { queueMail } from '../../identity/emails/queue-mail.ts';
import { letInMail } from '../../identity/emails/review-mails.ts';
import { readAccount } from '../../identity/own-account.ts';
import { turnAt } from './waiting-list-rules.ts';
import { joinLine, letIn, lockAdmission, placeInLine } from './waiting-list-store.ts';

type Needs = Pick<Dependencies, 'clock' | 'config'>;

const paceDays = 14;

/** A new listener's place on the waiting list. They join at the end on their first visit. */
export async function takePlaceInLine(
  tx: Transaction,
  { listenerId, now }: { listenerId: string; now: Date },
): Promise<WaitingPlace> {
  await joinLine.run(tx, { listenerId, now });
  const since = new Date(now.getTime() - paceDays * dayMilliseconds);
  const { place, letInLately } = await placeInLine.only(tx, { listenerId, since });
  return { place, likelyAt: turnAt({ place, letInLately }, paceDays, now)?.toISOString() ?? null };
}

/** Admits the longest waiting listeners and notifies them; all of them if the count is null. Returns how many. */
export async function letInFirst(
  { clock, config }: Needs,
  tx: Transaction,
  count: number | null,
): Promise<number> {
  const now = clock.now();
  // Serializes concurrent calls, so that they admit different listeners.
  await lockAdmission.only(tx, {});
  const admitted = await letIn.all(tx, { count, now });
  for (const { listenerId, isThere } of admitted) {
    if (!isThere) continue;
    const { email } = await readAccount(tx, listenerId);
    const key = `let-in:${listenerId}`;
    await queueMail(tx, { name: '', address: email }, letInMail(config.publicUrl), now, { key });
  }
  return admitted.length;
}
