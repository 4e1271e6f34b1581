import { rewardPerReview, trustedRewardPerReview } from '#contract/business-rules.ts';
import type { OwnStanding } from '#contract/standing/standing.ts';
import type { Dependencies } from '../dependencies.ts';
import { boundsOf } from './bounds-of.ts';
import { noFigures, type StandingFigures } from './standing-rules.ts';
import { keptStanding } from './standing-store.ts';

const shown = (figures: StandingFigures): OwnStanding['figures'] => ({
  approved: figures.approved,
  approvedDays: figures.approvedDays,
  recentDecided: figures.recentDecided,
  recentApproved: figures.recentApproved,
  recentCopied: figures.recentCopied,
  recentReversed: figures.recentReversed,
  marks: figures.marks,
  markArtists: figures.markArtists,
  usefulness: figures.usefulness,
});

/** A listener's own standing with the figures that determine it. */
export async function readStanding(
  deps: Pick<Dependencies, 'database' | 'config'>,
  listenerId: string,
): Promise<OwnStanding> {
  const { standing, hasBounds } = await boundsOf(deps.database, deps, listenerId);
  const kept = await keptStanding.one(deps.database, { listenerId });
  return {
    standing,
    hasBounds,
    figures: shown(kept ?? noFigures),
    bounds: { ...deps.config.standingBounds },
    doubtfulDays: { new: deps.config.newDoubtfulApprovalDays, known: deps.config.doubtfulApprovalDays },
    rewardCents: standing === 'trusted' ? trustedRewardPerReview : rewardPerReview,
  };
}
