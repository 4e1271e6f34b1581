import type { z } from 'zod';
import type { takeDown as takeDownCall } from '#contract/takedowns.ts';
import { recordAdminAct } from '../accounts/record-admin-act.ts';
import type { Transaction } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { closeSameRecordings, lockSameRecordings } from '../tracks/close-same-recordings.ts';
import { endServing } from '../tracks/end-serving.ts';
import { queueRefresh } from '../verdict/refresh-verdict.ts';
import { refuseOwn } from './refuse-own.ts';
import { anyThing } from './reported-things-store.ts';
import { agreeWithReports, reportersOf } from './reports-store.ts';
import { askNoMore, hideReview, insertTakedown, takeTrackDown } from './takedowns-store.ts';
import { tellOwner } from './tell-owner.ts';

type Thing = Awaited<ReturnType<typeof anyThing.only>>;

/**
 * Takes a track, a review or a question down as an admin, with what its owner is told. Every open report of it is agreed with,
 * and what is open about its recording is closed.
 * @throws Refusal not_found, own_decision, track_deleted, already_decided
 */
export function takeDown(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  actorId: string,
  { kind, thingId, reason, sentence }: z.output<typeof takeDownCall.body>,
): Promise<{ takedownId: string }> {
  return deps.database.transaction(async (tx) => {
    const thing = (await anyThing.one(tx, { kind, thingId })) ?? refuse('not_found');
    const reporters = (await reportersOf.all(tx, { thingId })).map(({ reporterId }) => reporterId);
    await refuseOwn(tx, actorId, [thing.ownerId, thing.artistId, ...reporters]);
    const now = deps.clock.now();
    if (kind === 'track') await lockSameRecordings(tx, thingId);
    if (!(await end[kind](tx, thing, now))) await refuseOver(tx, thing);
    if (kind === 'track') {
      const isCopyright = reason === 'copyright';
      await closeSameRecordings(tx, {
        trackId: thingId,
        isCopyright,
        note: sentence,
        decidedBy: actorId,
        now,
      });
    }
    const said = { ...thing, reason, sentence };
    const { id } = await insertTakedown.only(tx, { ...said, takenBy: actorId, now });
    await agreeWithReports.run(tx, { thingId, decidedBy: actorId, now });
    const act = {
      event: 'taken_down',
      userId: thing.ownerId,
      actorId,
      details: { [kind]: thingId, reason },
    } as const;
    await recordAdminAct(tx, act, now);
    await tellOwner(tx, deps, { ...said, takedownId: id }, { told: 'taken_down', reason }, now);
    return { takedownId: id };
  });
}

/** What ends with each kind of thing; false where it was not there. */
const end: Readonly<Record<Thing['kind'], (tx: Transaction, thing: Thing, now: Date) => Promise<boolean>>> = {
  track: async (tx, { thingId }, now) => {
    // Assignments first, then the track: the order in which listeners' own acts lock them.
    await endServing(tx, { trackIds: [thingId], why: 'taken_down', now });
    return (await takeTrackDown.run(tx, { thingId, now })) > 0;
  },
  review: async (tx, { thingId, trackId }, now) => {
    if ((await hideReview.run(tx, { thingId, now })) === 0) return false;
    // Its words stand in what is kept of the track.
    await queueRefresh(tx, trackId, null);
    return true;
  },
  question: async (tx, { thingId }, now) => (await askNoMore.run(tx, { thingId, now })) > 0,
};

/** Read again: somebody else may have taken it down, or its owner away, since it was read. */
async function refuseOver(tx: Transaction, { kind, thingId }: Thing): Promise<never> {
  const thing = await anyThing.one(tx, { kind, thingId });
  if (!thing) return refuse('not_found');
  return thing.state === 'taken_down'
    ? refuse('already_decided', { status: 'taken down' })
    : refuse('track_deleted');
}
