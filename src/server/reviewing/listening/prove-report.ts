import type { ComparedSide } from '#contract/music/versions/version-rules.ts';
import type { ListeningProgress } from '#contract/reviewing/listening/listening.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import { heardStretch, type Stretch } from '../../music/tracks/audio/player-rules.ts';
import {
  bySide,
  type Comparison,
  heardSeconds,
  hearOfFormer,
  isCompared,
  type OfBoth,
  secondsMissing,
  storeFormerListening,
} from '../../music/tracks/comparison.ts';
import { countedMilliseconds } from '../../music/tracks/version-rules.ts';
import { grownMilliseconds, stretchesOf } from './heard-rules.ts';
import { hearSeconds, readHeard } from './heard-store.ts';
import {
  type Beat,
  creditedMilliseconds,
  deliveredMilliseconds,
  type ListeningClock,
  provenMilliseconds,
  unlockMilliseconds,
} from './listening-rules.ts';
import { hearUnpaid } from './unpaid-store.ts';

interface Served {
  readonly id: string;
  readonly isUnpaid: boolean;
  readonly trackId: string;
  readonly durationMs: number;
  readonly listenedMs: number;
}

interface Report extends Beat {
  readonly listenerId: string;
  readonly now: Date;
  readonly side?: ComparedSide | undefined;
}

type Clock = ListeningClock & { readonly side: ComparedSide | null };

/** What a report proves about the served track; in a comparison, about both versions. */
export interface Proven {
  readonly creditedMs: number;
  readonly heard: readonly Stretch[];
  readonly durationMs: number;
  readonly listenedMs: number;
  /** The part that counts toward unlocking the review. */
  readonly countedMs: number;
  readonly compared: ListeningProgress['compared'];
}

/** Stores the seconds that a report proves, for the version that was audible until now. */
export async function proveReport(
  tx: Transaction,
  open: Served,
  { clock, report }: { readonly clock: Clock | undefined; readonly report: Report },
  comparison: Comparison | undefined,
): Promise<Proven> {
  if (!comparison) return proveTrack(tx, open, clock, report);
  const pair = { listenerId: report.listenerId, trackId: open.trackId };
  const wasNew = (clock?.side ?? 'a') === comparison.newSide;
  const isNew = (report.side ?? 'a') === comparison.newSide;
  const durationMs = wasNew ? open.durationMs : comparison.formerDurationMs;
  const heardOf = { ...inside(clock, report, durationMs), durationMs };
  const creditedMs = wasNew || isCompared(comparison) ? creditOf(heardOf) : 0;
  const listened = {
    new: open.listenedMs - comparison.formerListenedMs,
    former: comparison.formerListenedMs,
  };
  const heard = { new: stretchesOf(comparison.newHeard), former: stretchesOf(comparison.formerHeard) };
  const which = wasNew ? 'new' : 'former';
  if (creditedMs > 0) {
    heard[which] = wasNew
      ? await hearReport(tx, { ...pair, durationMs, ...placesOf(heardOf), creditedMs })
      : await hearFormerReport(tx, pair, { ...heardOf, creditedMs });
    listened[which] += grownMilliseconds(listened[which], creditedMs, heard[which], durationMs);
    if (!wasNew) await storeFormerListening(tx, { ...pair, listenedMs: listened.former });
  }
  const seconds = heardSeconds({
    ...comparison,
    newHeard: endsOf(heard.new),
    formerHeard: endsOf(heard.former),
  });
  const missing = secondsMissing(comparison, seconds);
  const listenedMs = listened.new + listened.former;
  return {
    creditedMs,
    heard: isNew ? heard.new : heard.former,
    durationMs: isNew ? open.durationMs : comparison.formerDurationMs,
    listenedMs,
    countedMs: countedMilliseconds(listenedMs, missing.new + missing.former, unlockMilliseconds),
    compared: isCompared(comparison) ? bySide(comparison, seconds) : null,
  };
}

async function proveTrack(
  tx: Transaction,
  { id, trackId, durationMs, listenedMs, isUnpaid }: Served,
  clock: Clock | undefined,
  report: Report,
): Promise<Proven> {
  const { listenerId } = report;
  const heardOf = { ...inside(clock, report, durationMs), durationMs };
  const creditedMs = creditOf(heardOf);
  const hearing = { listenerId, trackId, durationMs, ...placesOf(heardOf), creditedMs };
  const heard = isUnpaid ? await hearReportUnpaid(tx, id, hearing) : await hearReport(tx, hearing);
  // The lease is locked, so its listening time cannot change in the meantime.
  const grown = listenedMs + grownMilliseconds(listenedMs, creditedMs, heard, durationMs);
  return { creditedMs, heard, durationMs, listenedMs: grown, countedMs: grown, compared: null };
}

interface Inside {
  readonly clock: Clock | undefined;
  readonly report: Report;
}

/** Limits the positions of clock and report to the version's length: past its end nothing is heard. */
const inside = (clock: Clock | undefined, report: Report, durationMs: number): Inside => ({
  clock: clock && { ...clock, positionMs: Math.min(clock.positionMs, durationMs) },
  report: { ...report, positionMs: Math.min(report.positionMs, durationMs) },
});

const creditOf = ({ clock, report }: Inside): number => creditedMilliseconds(clock, report, report.now);

const placesOf = ({ clock, report }: Inside) => ({
  fromMs: clock?.positionMs ?? report.positionMs,
  positionMs: report.positionMs,
});

async function hearFormerReport(
  tx: Transaction,
  pair: { readonly listenerId: string; readonly trackId: string },
  heardOf: Inside & { readonly durationMs: number; readonly creditedMs: number },
): Promise<Stretch[]> {
  const { fromMs, positionMs } = placesOf(heardOf);
  const stretch = heardStretch(fromMs, positionMs, heardOf.creditedMs, heardOf.durationMs);
  return stretchesOf(await hearOfFormer(tx, { ...pair, ...stretch }));
}

const endsOf = (stretches: readonly Stretch[]): number[] => stretches.flatMap(({ from, to }) => [from, to]);

interface HeardReport {
  readonly listenerId: string;
  readonly trackId: string;
  readonly durationMs: number;
  readonly fromMs: number;
  readonly positionMs: number;
  readonly creditedMs: number;
}

/** Stores the seconds that a report proves. Returns everything that the listener has heard of the track. */
async function hearReport(tx: Transaction, report: HeardReport): Promise<Stretch[]> {
  const { listenerId, trackId } = report;
  const row =
    report.creditedMs > 0
      ? await hearSeconds.only(tx, {
          trackId,
          listenerId,
          ...heardStretch(report.fromMs, report.positionMs, report.creditedMs, report.durationMs),
        })
      : await readHeard.one(tx, { trackId, listenerId });
  return stretchesOf(row?.heard ?? []);
}

/** The same for unpaid listening: stored only with the lease, and it counts nowhere. */
async function hearReportUnpaid(tx: Transaction, id: string, report: HeardReport): Promise<Stretch[]> {
  const { fromMs, positionMs, creditedMs, durationMs } = report;
  if (creditedMs > 0) {
    await hearUnpaid.run(tx, { id, ...heardStretch(fromMs, positionMs, creditedMs, durationMs) });
  }
  return [];
}

interface Delivered {
  readonly listenedMs: number;
  readonly bytesSent: number;
  readonly byteLength: number;
  readonly durationMs: number;
}

/** Proven listening in a comparison: counted by the clock, and covered by each version's delivered audio. */
interface ProvenComparison {
  readonly countedMs: number;
  /** Different seconds of each version still to be heard. */
  readonly missing: OfBoth;
}

export function provenComparison(open: Delivered, comparison: Comparison): ProvenComparison {
  const { formerListenedMs, formerBytes, formerByteLength, formerDurationMs } = comparison;
  const ofNew = { bytesSent: open.bytesSent, byteLength: open.byteLength, durationMs: open.durationMs };
  const ofFormer = { bytesSent: formerBytes, byteLength: formerByteLength, durationMs: formerDurationMs };
  const listenedMs =
    provenMilliseconds(open.listenedMs - formerListenedMs, ofNew) +
    provenMilliseconds(formerListenedMs, ofFormer);
  const seconds = heardSeconds(comparison);
  const delivered = (audio: typeof ofNew) => Math.floor(deliveredMilliseconds(audio) / 1000);
  const missing = secondsMissing(comparison, {
    new: Math.min(seconds.new, delivered(ofNew)),
    former: Math.min(seconds.former, delivered(ofFormer)),
  });
  return {
    countedMs: countedMilliseconds(listenedMs, missing.new + missing.former, unlockMilliseconds),
    missing,
  };
}

/** The part of the listening time that counts, by what the server's clock has counted of each version. */
export function comparedMilliseconds(listenedMs: number, comparison: Comparison): number {
  const missing = secondsMissing(comparison);
  return countedMilliseconds(listenedMs, missing.new + missing.former, unlockMilliseconds);
}
