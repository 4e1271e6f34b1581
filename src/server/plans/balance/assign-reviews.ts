import type { Plan } from '#contract/business-rules.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import { refuse } from '../../foundation/refusals.ts';
import {
  addOpenPlaces,
  closeAssignmentsOfLots,
  closeAssignmentsOfTrack,
  insertAssignment,
  lockSupply,
  openAssignments,
  openToAll,
  takeBack,
} from './assignments-store.ts';
import { assignedAtUpload, leftIn, type Picked, pickReviews, withoutPicked } from './balance-rules.ts';
import { forecastOf } from './forecast-rules.ts';
import { closeAllLots, lockArtist, openLots } from './lots-store.ts';

/**
 * Locks an artist's reviews until the transaction ends: the first lock of every act on them. Tells whether limits apply, which
 * test and sample accounts have none of.
 */
export const lockBalance = (tx: Transaction, artistId: string): Promise<{ hasBounds: boolean }> =>
  lockArtist.only(tx, { artistId });

/** How many reviews a new track gets unless its artist says another number. */
export const reviewsAtUpload = async (
  tx: Transaction,
  { artistId, plan, now }: { readonly artistId: string; readonly plan: Plan | null; readonly now: Date },
): Promise<number> => assignedAtUpload(await openLots.all(tx, { artistId, now }), plan);

/** Reviews that are for returning reviewers first, until then. */
interface Returning {
  readonly reviews: number;
  readonly until: Date;
}

interface Assigned {
  readonly artistId: string;
  readonly trackId: string;
  readonly reviews: number;
  /** Listeners who have reviewed the track, or are needed for what it has already. */
  readonly reviewers: number;
  readonly returning?: Returning | undefined;
  readonly now: Date;
}

/**
 * Assigns reviews to a track, those that expire first, and promises a date for those that can have one. The caller has
 * locked the artist, and the track unless it is new.
 * @throws Refusal too_few_reviews
 */
export async function assignReviews(tx: Transaction, assigned: Assigned): Promise<void> {
  const { artistId, reviews, reviewers, returning, now } = assigned;
  const lots = await openLots.all(tx, { artistId, now });
  if (leftIn(lots) < reviews) refuse('too_few_reviews', { left: leftIn(lots) });
  const forAll = pickReviews(lots, reviews - (returning?.reviews ?? 0));
  const first = returning ? pickReviews(withoutPicked(lots, forAll), returning.reviews) : [];
  await insertPicked(tx, assigned, forAll, undefined);
  const others = reviews - (returning?.reviews ?? 0);
  await insertPicked(tx, { ...assigned, reviewers: reviewers + others }, first, returning);
}

async function insertPicked(
  tx: Transaction,
  { trackId, reviewers, now }: Assigned,
  picked: readonly Picked[],
  returning: Returning | undefined,
): Promise<void> {
  if (picked.length === 0) return;
  const opensAt = returning?.until ?? null;
  const { promisedAt } = forecastOf(await lockSupply.only(tx, {}), picked, { reviewers, opensAt, now });
  for (const { dated: countsIn, ...one } of picked) {
    const dated = promisedAt === null ? 0 : countsIn;
    const date = dated === 0 || promisedAt === null ? null : new Date(promisedAt);
    const given = { ...one, trackId, dated, promisedAt: date, returningUntil: opensAt, now };
    await insertAssignment.run(tx, given);
    await addOpenPlaces.run(tx, { trackId, rank: one.weight, places: one.reviews });
  }
}

export interface TakenBack {
  readonly lotId: string;
  readonly weight: number;
  readonly reviews: number;
}

/**
 * Takes back reviews of a track that no listener has, the newest first; `all` that there are. They return to their lots.
 * The caller has locked the artist and the track.
 * @throws Refusal too_few_places
 */
export async function takeBackReviews(
  tx: Transaction,
  { trackId, reviews }: { readonly trackId: string; readonly reviews: number | 'all' },
): Promise<readonly TakenBack[]> {
  const assignments = await openAssignments.all(tx, { trackId });
  const open = assignments.reduce((sum, given) => sum + given.open, 0);
  let missing = reviews === 'all' ? open : reviews;
  if (missing > open) refuse('too_few_places', { open });
  const taken: TakenBack[] = [];
  for (const { id, lotId, weight, open: places } of assignments) {
    const back = Math.min(missing, places);
    if (back === 0) break;
    missing -= back;
    await takeBack.run(tx, { id, reviews: back });
    await addOpenPlaces.run(tx, { trackId, rank: weight, places: -back });
    taken.push({ lotId, weight, reviews: back });
  }
  return taken;
}

/**
 * Assigns what was just taken back to another track, from the same lots whatever their expiry, and without a date. The first
 * of them are for returning reviewers.
 */
export async function assignTakenBack(
  tx: Transaction,
  { trackId, returning, now }: Pick<Assigned, 'trackId' | 'returning' | 'now'>,
  taken: readonly TakenBack[],
): Promise<void> {
  let missing = returning?.reviews ?? 0;
  for (const { reviews, ...one } of taken) {
    const first = Math.min(missing, reviews);
    missing -= first;
    const given = { ...one, trackId, dated: 0, promisedAt: null, now };
    if (first > 0) {
      const returningUntil = returning?.until ?? null;
      await insertAssignment.run(tx, { ...given, reviews: first, returningUntil });
    }
    if (reviews > first) {
      await insertAssignment.run(tx, { ...given, reviews: reviews - first, returningUntil: null });
    }
    await addOpenPlaces.run(tx, { trackId, rank: one.weight, places: reviews });
  }
}

/** Closes what a deleted track has and nobody uses. It returns to its lots. The track is locked. */
export const closePlacesOf = async (tx: Transaction, trackId: string, now: Date): Promise<void> =>
  void (await closeAssignmentsOfTrack.run(tx, { trackId, now }));

export const openReturningPlaces = async (tx: Transaction, trackId: string): Promise<void> =>
  void (await openToAll.run(tx, { trackId }));

/** Closes all that a deleted account has. The artist's reviews and tracks are locked. */
export async function closeReviews(tx: Transaction, artistId: string, now: Date): Promise<void> {
  const lotIds = (await closeAllLots.all(tx, { artistId, now })).map(({ id }) => id);
  await closeAssignmentsOfLots.run(tx, { lotIds, now });
}
