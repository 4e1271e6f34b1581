import type { z } from 'zod';
import type {
  ListeningProgress,
  recordPlayEvent as recordPlayEventCall,
} from '#contract/reviewing/listening/listening.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { comparisonOf } from '../../music/tracks/comparison.ts';
import { reservePlace } from '../../plans/balance/reserve-place.ts';
import { toldHeard } from './heard-rules.ts';
import { countAsPlayed, openLease, storeListening } from './lease-store.ts';
import {
  isHeldByAnother,
  isPlayEventDue,
  isTooEarly,
  reportedLeaseEnd,
  reportedMilliseconds,
  unlockMilliseconds,
} from './listening-rules.ts';
import { countPlay, lockClock, preparePartitions, setClock, upsertPlayEvent } from './play-event-store.ts';
import { type Proven, proveReport } from './prove-report.ts';
import { refuseNotServed } from './served-lease.ts';
import { stayState } from './stay-rules.ts';
import { reportStay } from './stays.ts';

export type PlaybackReport = z.output<typeof recordPlayEventCall.body>;

type Lease = NonNullable<Awaited<ReturnType<typeof openLease.one>>>;
type Clock = NonNullable<Awaited<ReturnType<typeof lockClock.one>>>;

/** One report in its transaction: its subject and its effective time. */
interface Report extends PlaybackReport {
  readonly listenerId: string;
  readonly positionMs: number;
  readonly now: Date;
}

/**
 * Processes a playback report and credits the time that the server can verify to the listener's one clock.
 * @throws Refusal not_assigned, track_deleted, track_ended; multiple_sessions while another session of the listener
 * plays; too_many_requests for a beat that arrives too early, whose time the next one covers
 */
export function recordPlayEvent(
  deps: Dependencies,
  listenerId: string,
  reported: PlaybackReport,
): Promise<ListeningProgress> {
  const beatLimit = deps.config.rateLimits.beat;
  return deps.database.transaction(async (tx) => {
    const [open, held] = await Promise.all([
      openLease.one(tx, { listenerId }),
      lockClock.one(tx, { listenerId }),
    ]);
    if (open?.servedId !== reported.trackId || open.trackStatus !== 'active' || open.endedFor) {
      return refuseNotServed(tx, listenerId, reported.trackId);
    }
    // A finished track holds no session, but another tab of it may.
    const clock = held?.leaseId === open.id ? held : undefined;
    const comparison = await comparisonOf(tx, { listenerId, ...open });
    const longestMs = Math.max(open.durationMs, comparison?.formerDurationMs ?? 0);
    const report: Report = {
      ...reported,
      listenerId,
      positionMs: Math.min(Math.round(reported.positionSeconds * 1000), longestMs),
      // Read after locking: a report that waited for the locks must not move the clock back.
      now: deps.clock.now(),
    };
    if (clock && isHeldByAnother(clock, report, report.now)) refuse('multiple_sessions');
    if (clock && isTooEarly(clock, report, report.now, beatLimit)) {
      refuse('too_many_requests', { retryAfterSeconds: Math.ceil(beatLimit.seconds) });
    }

    const proven = await proveReport(tx, open, { clock, report }, comparison);
    const { creditedMs, heard, listenedMs } = proven;
    const unlocked = !open.isUnpaid && proven.countedMs >= unlockMilliseconds;
    const sought = open.sought || report.event === 'seek';
    // Listeners who compare two versions know the earlier one, so they are left out of the staying curve.
    const stay =
      comparison || open.isUnpaid
        ? undefined
        : await reportStay(tx, open, report, {
            heard,
            unlocked,
            sought,
            ...growthOf(open, clock, report, proven),
          });
    await Promise.all([
      storeListening.run(tx, {
        id: open.id,
        listenedMs,
        reportedMs: open.reportedMs + reportedMilliseconds(clock, report, report.now),
        unlockedAt: unlocked ? (open.unlockedAt ?? report.now) : null,
        leasedUntil: reportedLeaseEnd(deps.config, report.now),
        sought,
      }),
      saveSession(tx, open, clock, report, { creditedMs, unlocked }),
    ]);
    // The track's row comes last, because all its listeners wait for it.
    if (open.needsPlace && open.assignmentId === null && !open.isLoose) {
      // After an expired lease. If no place is free, submitting the review tries again.
      await reservePlace(tx, { ...open, isProven: false, isSent: true });
    }
    if (creditedMs > 0 && !open.played && !open.isUnpaid) await countFirstPlay(tx, open);
    return {
      listenedSeconds: proven.countedMs / 1000,
      unlocked,
      heard: toldHeard(heard, proven.durationMs),
      stay: stayState(stay, report.now),
      compared: proven.compared,
    };
  });
}

const growthOf = (open: Lease, clock: Clock | undefined, report: Report, proven: Proven) => ({
  wasPlaying: clock?.sessionId === report.sessionId && clock.playing,
  grownMs: proven.listenedMs - open.listenedMs,
});

/**
 * A track counts as played once per serving, with its first credited moment. Blind plays are added to the public count
 * with the review: a count that changed earlier would reveal the track.
 */
async function countFirstPlay(tx: Transaction, { id, trackId, isBlind }: Lease): Promise<void> {
  await countAsPlayed.run(tx, { id });
  if (!isBlind) await countPlay.run(tx, { trackId, change: 1 });
}

interface Progress {
  readonly creditedMs: number;
  readonly unlocked: boolean;
}

/** Sets the listener's clock to this report and writes the session's play event if it is due. */
async function saveSession(
  tx: Transaction,
  open: Lease,
  clock: Clock | undefined,
  report: Report,
  progress: Progress,
): Promise<void> {
  const { listenerId, sessionId, event, positionMs, now } = report;
  const session = clock?.sessionId === sessionId ? clock : undefined;
  const unlockedNow = progress.unlocked && open.unlockedAt === null;
  const isKnown = session !== undefined || event === 'start';
  const due = !open.isUnpaid && isKnown && (unlockedNow || isPlayEventDue(event, session?.writtenAt, now));
  const startedAt = session?.startedAt ?? now;
  const creditedMs = (session?.creditedMs ?? 0) + progress.creditedMs;
  await setClock.run(tx, {
    listenerId,
    sessionId,
    leaseId: open.id,
    startedAt,
    side: report.side ?? null,
    playing: report.playing,
    positionMs,
    // Another server's clock may be slightly ahead; never count the same time twice.
    now: clock && clock.beatAt > now ? clock.beatAt : now,
    writtenAt: due || !session ? now : session.writtenAt,
    creditedMs,
  });
  if (!due) return;
  await upsertPlayEvent.run(tx, {
    trackId: open.trackId,
    listenerId,
    sessionId,
    startedAt,
    lastPosition: Math.floor(positionMs / 1000),
    secondsPlayed: Math.floor(creditedMs / 1000),
    playDuration: Math.floor(creditedMs / 1000),
    completed: progress.unlocked,
  });
}

export async function preparePlayEventPartitions({
  database,
}: Pick<Dependencies, 'database'>): Promise<void> {
  await preparePartitions.run(database, {});
}
