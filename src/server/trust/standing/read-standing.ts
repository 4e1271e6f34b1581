import { rewardPerReview, trustedRewardPerReview } from '#contract/business-rules.ts';
import { matchesUserType } from '#contract/identity/role-check.ts';
import type { UserRecord } from '#contract/operation/admin/admin-users.ts';
import type { OwnStanding, StandingFormula } from '#contract/trust/standing/standing.ts';
import type { Queryable } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Caller } from '../../foundation/caller.ts';
import { sumOfMarks } from './marks-store.ts';
import { boundsOf } from './standing-of.ts';
import { noFigures, type StandingFigures } from './standing-rules.ts';
import { storedStanding } from './standing-store.ts';
import { areEnoughMarks } from './usefulness-rules.ts';

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
  caller: Pick<Caller, 'userId' | 'userType' | 'isAdmin'>,
): Promise<OwnStanding | StandingFormula> {
  const { userId: listenerId } = caller;
  if (!matchesUserType(caller, 'listener')) return { standing: null, figures: null, ...formulaOf(deps) };
  const { standing, hasBounds } = await boundsOf(deps.database, deps, listenerId);
  const kept = await storedStanding.one(deps.database, { listenerId });
  return {
    standing,
    hasBounds,
    figures: shown(kept ?? noFigures),
    ...formulaOf(deps),
    rewardCents: standing === 'trusted' ? trustedRewardPerReview : rewardPerReview,
  };
}

/**
 * A listener's standing with the totals of artists' marks; null before the first decision. The totals are hidden while
 * they are so few that they would reveal who gave them, and from the listener.
 */
export async function standingForAdmin(
  db: Queryable,
  listenerId: string,
  callerId: string,
): Promise<UserRecord['standing']> {
  const kept = await storedStanding.one(db, { listenerId });
  if (!kept) return null;
  const { artists, ...sums } = await sumOfMarks.only(db, { listenerId });
  const marks = sums.useful + sums.answered + sums.notUseful;
  return {
    standing: kept.standing,
    usefulness: kept.usefulness,
    marks: listenerId !== callerId && areEnoughMarks(marks, artists) ? { ...sums, artists } : null,
  };
}
