import type { z } from 'zod';
import type { takeDown as takeDownCall } from '#contract/operation/reports/takedowns.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { queueRefresh } from '../../insight/verdict/refresh-verdict.ts';
import {
  artistsOfEntries,
  closeSameRecordings,
  lockClosedBy,
} from '../../music/tracks/audio/hold-recording.ts';
import { endServing } from '../../music/tracks/end-serving.ts';
import { turnClocksOf } from '../../plans/balance/keep-dates.ts';
import { refuseOwn } from '../../trust/linked-accounts/refuse-own.ts';
import { notifyOwner } from './notify-owner.ts';
import { agreeWithReports, anyThing, reportersOf } from './reports-store.ts';
import { askNoMore, hideReview, insertTakedown, takeTrackDown } from './takedowns-store.ts';

type Thing = Awaited<ReturnType<typeof anyThing.only>>;

/**
 * Takes down a track, review or question and notifies its owner. Upholds every open report of it and closes the open
 * findings about its recording.
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
    const now = deps.clock.now();
    const isCopyright = reason === 'copyright';
    const entries = kind === 'track' ? await lockClosedBy(tx, { trackId: thingId, isCopyright }) : [];
    // Closing an entry decides it, and may serve the other track again.
    const others = artistsOfEntries(entries);
    await refuseOwn(tx, actorId, [thing.ownerId, thing.artistId, ...reporters, ...others]);
    if (!(await end[kind](tx, thing, now))) await refuseOver(tx, thing);
    const down = { ...thing, reason, sentence };
    const { id } = await insertTakedown.only(tx, { ...down, takenBy: actorId, now });
    await closeSameRecordings(tx, entries, { takedownId: id, note: sentence, decidedBy: actorId, now });
    await agreeWithReports.run(tx, { thingId, decidedBy: actorId, now });
    const act = {
      event: 'taken_down',
      userId: thing.ownerId,
      actorId,
      details: { [kind]: thingId, reason },
    } as const;
    await recordAdminAct(tx, act, now);
    await notifyOwner(tx, deps, { ...down, takedownId: id }, { event: 'taken_down', reason }, now);
    return { takedownId: id };
  });
}

/** Ends each kind of item. Returns false if it no longer exists. */
const end: Readonly<Record<Thing['kind'], (tx: Transaction, thing: Thing, now: Date) => Promise<boolean>>> = {
  track: async (tx, { thingId }, now) => {
    // Leases first, then the track: listeners' requests lock in this order too.
    await endServing(tx, { trackIds: [thingId], why: 'taken_down', now });
    if ((await takeTrackDown.run(tx, { thingId })) === 0) return false;
    await turnClocksOf(tx, thingId, now);
    return true;
  },
  review: async (tx, { thingId, trackId }, now) => {
    if ((await hideReview.run(tx, { thingId, now })) === 0) return false;
    // The stored copy of the track contains its text.
    await queueRefresh(tx, trackId, null);
    return true;
  },
  question: async (tx, { thingId }, now) => (await askNoMore.run(tx, { thingId, now })) > 0,
};

/** Reads the item again under the lock: another admin may have taken it down, or its owner deleted it, in between. */
async function refuseOver(tx: Transaction, { kind, thingId }: Thing): Promise<never> {
  const thing = await anyThing.one(tx, { kind, thingId });
  if (!thing) return refuse('not_found');
  return thing.state === 'taken_down'
    ? refuse('already_decided', { status: 'taken down' })
    : refuse('track_deleted');
}
