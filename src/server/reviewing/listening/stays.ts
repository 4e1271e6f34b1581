import type { Transaction } from '../../adapters/database/database.ts';
import type { Stretch } from '../../music/tracks/audio/player-rules.ts';
import type { openLease } from './lease-store.ts';
import {
  isWholeMinute,
  leavesChoice,
  type Stay,
  type Stop,
  secondsLeft,
  stepStay,
  stopByNow,
} from './stay-rules.ts';
import { lockStay, saveStay, startStay, stayOf } from './stay-store.ts';
import { hasAnsweredUnpaid } from './unpaid-store.ts';

type Lease = NonNullable<Awaited<ReturnType<typeof openLease.one>>>;

interface Report {
  readonly listenerId: string;
  readonly event: string;
  readonly playing: boolean;
  readonly now: Date;
}

interface Hearing {
  readonly heard: readonly Stretch[];
  readonly unlocked: boolean;
  readonly sought: boolean;
  readonly wasPlaying: boolean;
  readonly grownMs: number;
}

/** The listener's stay after a playback report. It starts with the end of the paid minute. */
export async function reportStay(
  tx: Transaction,
  open: Lease,
  report: Report,
  hearing: Hearing,
): Promise<Stay | undefined> {
  const { event, playing, now, listenerId } = report;
  const { heard, sought } = hearing;
  const { trackId, durationMs } = open;
  const stay = stayOf(open);
  if (stay?.stop) return stay;
  if (stay) {
    const left = secondsLeft(heard, durationMs);
    const next = stepStay(stay, { ...hearing, event, playing, secondsLeft: left, now });
    await saveStay.run(tx, { trackId, listenerId, ...next });
    return next;
  }
  const isOver = hearing.unlocked && open.unlockedAt === null;
  if (!isOver || !leavesChoice(heard, durationMs)) return undefined;
  // A listener who heard it unpaid before already knows it, so their stay would mean something else.
  if (await hasAnsweredUnpaid.one(tx, { listenerId, trackId })) return undefined;
  const rest = playing ? null : 'paused';
  const wholeMinute = isWholeMinute(heard, sought);
  await startStay.run(tx, { trackId, listenerId, now, wholeMinute, rest });
  return { minuteAt: now, chosenAt: null, unpaidMs: 0, reportedAt: now, rest, stop: null };
}

export interface StayOf {
  readonly trackId: string;
  readonly listenerId: string;
}

export async function stopStay(
  tx: Transaction,
  listener: StayOf,
  stay: Stay | undefined,
  { stop, now }: { readonly stop: Stop; readonly now: Date },
): Promise<void> {
  if (!stay || stay.stop !== null) return;
  await saveStay.run(tx, { ...listener, ...stay, stop: stopByNow(stay, now) ?? stop });
}

/** Drafts reach the server a moment after typing, so text from before the choice may still arrive. */
const lateWordsMilliseconds = 10_000;

/** Ends the stay when the listener changes the draft: writing counts as having stopped listening. */
export async function stopByWriting(tx: Transaction, listener: StayOf, now: Date): Promise<void> {
  const row = await lockStay.one(tx, listener);
  const stay = row && stayOf(row);
  if (!stay?.chosenAt || now.getTime() - stay.chosenAt.getTime() < lateWordsMilliseconds) return;
  await stopStay(tx, listener, stay, { stop: 'typed', now });
}
