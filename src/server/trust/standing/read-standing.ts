import { rewardPerReview, trustedRewardPerReview } from '#contract/business-rules.ts';
import type { OwnStanding, StandingFormula } from '#contract/trust/standing/standing.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
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

const formulaOf = ({
  config,
}: Pick<Dependencies, 'config'>): Pick<OwnStanding, 'bounds' | 'doubtfulDays'> => ({
  bounds: { ...config.standingBounds },
  doubtfulDays: { new: config.newDoubtfulApprovalDays, known: config.doubtfulApprovalDays },
});

/** The formula for everyone, and a listener's own standing with the figures that determine it. */
export async function readStanding(
  deps: Pick<Dependencies, 'database' | 'config'>,
  { userId: listenerId, userType }: Pick<Caller, 'userId' | 'userType'>,
): Promise<OwnStanding | StandingFormula> {
  if (userType !== 'listener') return { standing: null, figures: null, ...formulaOf(deps) };
  const { standing, hasBounds } = await boundsOf(deps.database, deps, listenerId);
  const kept = await keptStanding.one(deps.database, { listenerId });
  return {
    standing,
    hasBounds,
    figures: shown(kept ?? noFigures),
    ...formulaOf(deps),
    rewardCents: standing === 'trusted' ? trustedRewardPerReview : rewardPerReview,
  };
}
