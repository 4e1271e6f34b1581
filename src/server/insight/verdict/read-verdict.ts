import { requiredListeningSeconds, trackSecondsForStay } from '#contract/business-rules.ts';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Verdict, VerdictLine, VersionResult } from '#contract/insight/verdict/verdict.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Caller } from '../../foundation/caller.ts';
import { refuse } from '../../foundation/refusals.ts';
import { readCircle } from '../../music/circle/private-links.ts';
import { readOwnTrack } from '../../music/tracks/own-tracks.ts';
import { readPanel, readVersionPair } from '../../music/tracks/panels.ts';
import { countListeners, readSkips } from '../../reviewing/listening/read-hearing.ts';
import { newestReviews } from '../../reviewing/reviews/list-track-reviews.ts';
import { readAnalytics } from '../../reviewing/reviews/read-analytics.ts';
import { preferenceOf } from '../../statistics/proportion.ts';
import { changedMoments, countMarks, goneBySecond } from './moment-rules.ts';
import { ratingVerdict } from './rating-rules.ts';
import { basisOf, queueRefresh, readSigns, type TrackSigns } from './refresh-verdict.ts';
import { stayingFigures } from './staying-rules.ts';
import { readKept, readKeptOfArtist, readStars, verdictAddress } from './verdict-store.ts';

/** A stored verdict is at most a day old when viewed, because the tracks to compare with change. */
const keptMilliseconds = dayMilliseconds;

type Kept = Awaited<ReturnType<typeof readKept.one>>;

/** Everything on the page of the caller's own track. @throws Refusal not_found */
export async function readVerdict(
  deps: Pick<Dependencies, 'database' | 'clock' | 'keys'>,
  caller: Caller,
  trackId: string,
): Promise<Verdict> {
  const { database, clock } = deps;
  const [track, figures, reviews, signs, skips, listeners, stars, kept, shared, circle] = await Promise.all([
    readOwnTrack(deps, caller.userId, trackId),
    readAnalytics(deps, caller.userId, trackId),
    newestReviews(deps, trackId, caller.userId),
    readSigns(deps, trackId),
    readSkips(deps, trackId),
    countListeners(deps, trackId),
    readStars.only(database, { trackId }),
    readKept.one(database, { trackId }),
    verdictAddress.one(database, { trackId, artistId: caller.userId }),
    readCircle(database, { trackId, artistId: caller.userId }),
  ]);
  const isComputing = !isFresh(kept, basisOf(signs, track), clock.now());
  if (isComputing) await database.transaction((tx) => queueRefresh(tx, trackId, kept?.computedAt ?? null));
  return {
    track,
    figures,
    reviews,
    isComputing,
    verdictAddress: shared?.verdictAddress ?? null,
    circle,
    staying: staying(signs, kept, track.durationSeconds),
    ...stars,
    rating: ratingVerdict(stars.stars, kept?.verdict.ratingPool ?? null),
    marks: countMarks(signs.moments),
    firstMinute: firstMinute(listeners, goneBySecond(skips, signs.moments, requiredListeningSeconds)),
    clusters: [...(kept?.verdict.clusters ?? [])],
    mentions: [...(kept?.verdict.mentions ?? [])],
  };
}

/** Deleting an account removes its listening but not its skips, which may thus be more. */
const firstMinute = (listeners: number, gone: number[]): Verdict['firstMinute'] => ({
  listeners: Math.max(listeners, gone.at(-1) ?? 0),
  gone,
});

const isFresh = (kept: Kept, basis: string, now: Date): boolean =>
  kept !== undefined && kept.basis === basis && now.getTime() - kept.computedAt.getTime() < keptMilliseconds;

function staying({ stays, leftOut }: TrackSigns, kept: Kept, durationSeconds: number): Verdict['staying'] {
  const figures = stayingFigures(stays);
  const { stayingComparison = null, stays: compared = null } = kept?.verdict ?? {};
  // A comparison computed for other figures does not apply to these.
  const isOfThese = compared?.listeners === figures.listeners && compared.stayed === figures.stayed;
  return {
    ...figures,
    leftOut,
    isTooShort: durationSeconds < trackSecondsForStay,
    comparison: isOfThese ? stayingComparison : null,
  };
}

/** One line for each of the artist's tracks. Missing verdicts are queued, and this answer lacks them. */
export async function listVerdicts(
  { database }: Pick<Dependencies, 'database'>,
  artistId: string,
  trackIds: readonly string[],
): Promise<{ verdicts: VerdictLine[] }> {
  const rows = await readKeptOfArtist.all(database, { artistId, trackIds: [...trackIds] });
  const missing = rows.filter(({ computedAt, reviewCount }) => computedAt === null && reviewCount > 0);
  if (missing.length > 0) {
    await database.transaction(async (tx) => {
      for (const { trackId } of missing) await queueRefresh(tx, trackId, null);
    });
  }
  return {
    verdicts: rows.map(({ trackId, stays, clusters }) => ({
      trackId,
      staying: stays,
      clusters: [...clusters],
    })),
  };
}

/** How the artist's own track compares with its former version; null for a first version. @throws Refusal not_found */
export async function readVersionResult(
  { database }: Pick<Dependencies, 'database'>,
  artistId: string,
  trackId: string,
): Promise<VersionResult | null> {
  const pair = await readVersionPair(database, { trackId, artistId });
  if (!pair) return refuse('not_found');
  const { version, formerId, formerTitle, formerVersion } = pair;
  if (formerId === null || formerTitle === null || formerVersion === null) return null;
  const [panel, kept, keptOfFormer] = await Promise.all([
    readPanel(database, trackId),
    readKept.one(database, { trackId }),
    readKept.one(database, { trackId: formerId }),
  ]);
  return {
    version,
    formerTitle,
    formerVersion,
    panel: panel ? shownPanel(panel) : null,
    moments: changedMoments(kept?.verdict.clusters ?? [], keptOfFormer?.verdict.clusters ?? []),
  };
}

type Panel = NonNullable<Awaited<ReturnType<typeof readPanel>>>;

/** One evaluation, at the end of the panel: checking after every choice would name a winner too often. */
function shownPanel({ endedBy, endsAt, endedAt, ...counts }: Panel): NonNullable<VersionResult['panel']> {
  const isCalled = endedBy === 'full' || endedBy === 'over';
  const preference = isCalled ? preferenceOf(counts.preferredNew, counts.preferredFormer) : null;
  const winner = preference?.winner ?? null;
  return {
    ...counts,
    endsAt: endsAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    isBroken: endedBy === 'deleted',
    interval: preference?.interval ?? null,
    winner: winner === null ? null : winner === 'first' ? 'new' : 'former',
  };
}
