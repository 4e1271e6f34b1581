import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { eachCatching } from '../../foundation/for-each.ts';
import { waitsForPlanMail } from '../../identity/emails/plan-mails.ts';
import { queueMail } from '../../identity/emails/queue-mail.ts';
import { readAccount } from '../../identity/own-account.ts';
import { runningSubscription } from '../../plans/eligibility-rules.ts';
import { lastingPlan } from '../../plans/running-plan.ts';
import { type Places, promiseFor, takeBudgetPlaces, takeIncludedPlaces } from '../../plans/take-places.ts';
import { beginPanel, whoMayCompare } from '../versions/link-version.ts';
import { dueToBegin, givePlaces, lockWaitingTrack, openLaterPlaces } from './places-of-tracks-store.ts';

/** The job that gives waiting tracks their places. */
export const beginWaitingTracksJob = 'begin-waiting-tracks';

/** Tracks per run; the next run continues. */
const mostOfRun = 1000;

type Needs = Pick<Dependencies, 'database' | 'clock' | 'config'>;

/**
 * Gives waiting tracks their places, oldest first, while their period, plan or budget has some left. Opens places that
 * are due. Notifies artists whose plan has ended in the meantime.
 */
export async function beginWaitingTracks(deps: Needs): Promise<void> {
  await openLaterPlaces.run(deps.database, { now: deps.clock.now() });
  const due = await dueToBegin.all(deps.database, { now: deps.clock.now(), most: mostOfRun });
  await eachCatching(
    due,
    (track) => deps.database.transaction((tx) => beginTrack(deps, tx, track)),
    'Some waiting tracks could not begin.',
  );
}

async function beginTrack(
  deps: Needs,
  tx: Transaction,
  { trackId, artistId }: { trackId: string; artistId: string },
): Promise<void> {
  const now = deps.clock.now();
  // The plan first, then the track: the order in which uploads lock them.
  const lasting = await lastingPlan(tx, artistId, now);
  const running = runningSubscription(lasting, now);
  const waiting = await lockWaitingTrack.one(tx, { trackId });
  if (!waiting) return;
  const { waitsFor, reviewTarget, movedPlaces, laterPlaces, laterAt, formerId, priorityWeight, beginsAt } =
    waiting;
  // A paused plan has not ended, so the track keeps waiting for it.
  if (waitsFor !== 'budget' && lasting && !running) return;
  const places: Places =
    waitsFor === 'budget'
      ? await takeBudgetPlaces(deps, tx, now, beginsAt)
      : running
        ? await takeIncludedPlaces(tx, { artistId, running, reviewTarget, now })
        : {
            placesFrom: 'plan',
            allowanceId: null,
            reviewTarget,
            later: null,
            waitsFor: 'plan',
            beginsAt: null,
          };
  const panel =
    formerId === null ? null : { formerId, ...(await whoMayCompare(tx, formerId, artistId, now)) };
  const version = {
    movedPlaces,
    movedLater: laterAt === null ? null : { places: laterPlaces, opensAt: laterAt },
    // The supply does not count the places of a waiting track.
    movedRank: null,
    keptOf: panel?.keptOf ?? (() => null),
  };
  const promisedAt = await promiseFor(tx, { ...places, priorityWeight }, version, now);
  await givePlaces.run(tx, {
    trackId,
    ...places,
    promisedAt,
    laterPlaces: places.later?.places ?? 0,
    laterAt: places.later?.opensAt ?? null,
  });
  if (waitsFor === 'period' && places.waitsFor === 'plan') {
    const { email } = await readAccount(tx, artistId);
    const mail = waitsForPlanMail(deps.config.publicUrl, waiting.title);
    await queueMail(tx, { name: '', address: email }, mail, now);
  }
  if (panel && places.waitsFor === null) {
    await beginPanel(tx, panel, { trackId, reviewTarget: places.reviewTarget + movedPlaces }, now);
  }
}
