import { queueMail } from '../accounts/emails/queue-mail.ts';
import { tracksAgainMail } from '../accounts/emails/queue-mails.ts';
import { readAccount } from '../accounts/own-account.ts';
import type { Transaction } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { boundsOf } from '../standing/bounds-of.ts';
import { shareOut } from './empty-queue-rules.ts';
import { forgetTold, freePlaces, lockAskers, markTold, servableOf } from './empty-queue-store.ts';
import { metBound } from './serving-bounds.ts';

/** The name of the job that tells listeners of new work. */
export const tellListenersJob = 'tell-listeners';

/** For so long a free place is thought of as theirs who was told of it. */
const expectedMinutes = 30;
/** Tracks and listeners that one run looks at; the next one goes on. */
const mostTracks = 100;
const mostAskers = 200;

type Needs = Pick<Dependencies, 'database' | 'clock' | 'config'>;

/** Tells listeners who asked for it that there is a track to review, once each, and no more of them than there are free places. */
export async function tellListeners(deps: Needs): Promise<void> {
  const now = deps.clock.now();
  const before = new Date(now.getTime() - expectedMinutes * 60_000);
  await deps.database.transaction(async (tx) => {
    await forgetTold.run(tx, { before });
    const waiting = await lockAskers.all(tx, { most: mostAskers });
    if (waiting.length === 0) return;
    const free = await freePlaces.all(tx, { most: mostTracks });
    const trackIds = free.filter((track) => track.free > 0).map(({ trackId }) => trackId);
    if (trackIds.length === 0) return;
    const askers: { listenerId: string; trackIds: string[] }[] = [];
    for (const { listenerId } of waiting) {
      askers.push({ listenerId, trackIds: await tracksFor(deps, tx, listenerId, trackIds) });
    }
    const places = new Map(free.map((track) => [track.trackId, track.free]));
    for (const told of shareOut(askers, places)) await tell(deps, tx, told, now);
  });
}

async function tracksFor(
  deps: Needs,
  tx: Transaction,
  listenerId: string,
  trackIds: string[],
): Promise<string[]> {
  const bounds = await boundsOf(tx, deps, listenerId);
  if (await metBound(tx, bounds, { listenerId, now: deps.clock.now() })) return [];
  const found = await servableOf.all(tx, { listenerId, trackIds, butNot: null });
  return found.map(({ trackId }) => trackId);
}

async function tell(
  { config }: Needs,
  tx: Transaction,
  { listenerId, trackId }: { listenerId: string; trackId: string },
  now: Date,
): Promise<void> {
  await markTold.run(tx, { listenerId, trackId, now });
  const { email } = await readAccount(tx, listenerId);
  const key = `tracks-again:${listenerId}:${now.toISOString()}`;
  await queueMail(tx, { name: '', address: email }, tracksAgainMail(config.publicUrl), now, { key });
}
