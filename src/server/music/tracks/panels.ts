import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import { comparisonRestDays } from '#contract/music/versions/version-rules.ts';
import type { Queryable, Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { eachCatching } from '../../foundation/for-each.ts';
import { openReturningPlaces } from '../../plans/balance/assign-reviews.ts';
import { linkedAmong } from '../../trust/linked-accounts/linked-accounts.ts';
import {
  approvedReviewers,
  countReturning,
  endPanel,
  inviteReturning,
  lockInvited,
  nextInvitation,
  readPairOf,
  readPanelOf,
  readReturningPlace,
  runningPanels,
  withdrawInvitations,
} from './versions-store.ts';

/** Listeners who have compared since then are not asked to compare another version of the same artist. */
const comparedSince = (now: Date): Date => new Date(now.getTime() - comparisonRestDays * dayMilliseconds);

interface Former {
  readonly formerId: string;
  readonly artistId: string;
}

/** The listeners who reviewed the former version and may compare it with a new one. */
export async function whoReturns(db: Queryable, { formerId, artistId }: Former, now: Date) {
  const reviewers = await approvedReviewers.all(db, { formerId });
  const linked = await linkedAmong(
    db,
    artistId,
    reviewers.map(({ listenerId }) => listenerId),
  );
  return { formerId, artistId, linked: [...linked], since: comparedSince(now) };
}

export async function countReturningReviewers(db: Queryable, former: Former, now: Date): Promise<number> {
  return (await countReturning.only(db, await whoReturns(db, former, now))).listeners;
}

/** A new version that this listener may compare with the former one. */
export const invitedTrack = async (
  tx: Transaction,
  who: { readonly listenerId: string; readonly butNot: string | null },
  now: Date,
): Promise<string | undefined> =>
  (await nextInvitation.one(tx, { ...who, since: comparedSince(now) }))?.trackId;

/** Locks the track for an invited listener; false if no place for returning reviewers is open. */
export const takesReturningPlace = async (
  tx: Transaction,
  listenerId: string,
  trackId: string,
): Promise<boolean> =>
  (await lockInvited.one(tx, { listenerId, trackId })) !== undefined &&
  (await readReturningPlace.only(tx, { trackId })).isOpen;

/**
 * Ends a version's panel once as many have chosen as it was planned for; the result is based on them. False if it
 * continues.
 */
export async function endFullPanel(tx: Transaction, trackId: string, now: Date): Promise<boolean> {
  if ((await endPanel.run(tx, { trackId, endedBy: 'full', now })) === 0) return false;
  await openReturningPlaces(tx, trackId);
  await withdrawInvitations.run(tx, { trackId });
  return true;
}

/** The job that invites reviewers approved in the meantime, and ends panels whose time is over. */
export const settlePanelsJob = 'settle-panels';
const atOnce = 100;

type Panel = Awaited<ReturnType<typeof runningPanels.all>>[number];

/** Processes every running panel once. One failure does not block the others. */
export function settlePanels({ database, clock }: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  return eachCatching(
    allRunning(database, now),
    (panel) => database.transaction((tx) => settlePanel(tx, panel, now)),
    'Some panels could not be settled.',
  );
}

async function* allRunning(database: Dependencies['database'], now: Date) {
  let [after, afterId] = [new Date(0), '00000000-0000-0000-0000-000000000000'];
  for (;;) {
    const panels = await runningPanels.all(database, { now, after, afterId, most: atOnce });
    yield* panels;
    const last = panels.at(-1);
    if (last === undefined || panels.length < atOnce) return;
    [after, afterId] = [last.beganAt, last.trackId];
  }
}

async function settlePanel(tx: Transaction, panel: Panel, now: Date): Promise<void> {
  const { trackId, formerId, artistId, isOver, isDeleted, isHeard } = panel;
  if (!isOver && !isDeleted) {
    if (await endFullPanel(tx, trackId, now)) return;
    const returning = await whoReturns(tx, { formerId, artistId }, now);
    return void (await inviteReturning.run(tx, { ...returning, trackId, now }));
  }
  await openReturningPlaces(tx, trackId);
  await withdrawInvitations.run(tx, { trackId });
  // Listeners who are comparing may finish, and count.
  if (isDeleted || !isHeard)
    await endPanel.run(tx, { trackId, endedBy: isDeleted ? 'deleted' : 'over', now });
}

/** The panel of returning reviewers of a version, with what they preferred. */
export const readPanel = (db: Queryable, trackId: string) => readPanelOf.one(db, { trackId });

export const readVersionPair = (
  db: Queryable,
  own: { readonly trackId: string; readonly artistId: string },
) => readPairOf.one(db, own);
