import { queueMail } from '../accounts/emails/queue-mail.ts';
import { tracksAgainMail } from '../accounts/emails/queue-mails.ts';
import { readAccount } from '../accounts/own-account.ts';
import type { Transaction } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { boundsOf } from '../standing/bounds-of.ts';
import {
  forgetTold,
  freePlaces,
  lockFree,
  markTold,
  readAskers,
  servableOf,
  stillFree,
} from './empty-queue-store.ts';
import { fewestReviews } from './extra-places-store.ts';
import { extraPlacesUntold } from './open-extra-place.ts';
import { metBound } from './serving-bounds.ts';

/** The name of the job that tells listeners of new work. */
export const tellListenersJob = 'tell-listeners';

/** For so long a place is thought of as theirs who was told of it. */
const expectedMinutes = 30;
/** Tracks that are looked at for each listener, and listeners that are read in one go. */
const mostTracks = 100;
const pageOfAskers = 200;

type Needs = Pick<Dependencies, 'database' | 'clock' | 'config'>;

/**
 * Tells listeners who asked for it that there is a track to review, once each, the longest waiting first, and no more of them than
 * there are free places and extra ones that the day's budget still pays for. As long as there is one, everybody who asked is
 * looked at; nothing is locked for longer than it takes to tell one of them.
 */
export async function tellListeners(deps: Needs): Promise<void> {
  const { database, clock } = deps;
  const before = new Date(clock.now().getTime() - expectedMinutes * 60_000);
  await forgetTold.run(database, { before });
  let offer = await readOffer(deps);
  let last = { after: new Date(0), afterId: '00000000-0000-0000-0000-000000000000' };
  while (offer.trackIds.length > 0 || offer.hasExtra) {
    const askers = await readAskers.all(database, { ...last, most: pageOfAskers });
    const end = askers.at(-1);
    if (!end) return;
    last = { after: end.askedAt, afterId: end.listenerId };
    for (const { listenerId } of askers) {
      if (await tellOf(deps, listenerId, offer)) offer = await readOffer(deps);
    }
  }
}

/** What there is to tell of. */
interface Offer {
  readonly trackIds: string[];
  /** Whether a place could still be opened for somebody whose queue is empty. */
  readonly hasExtra: boolean;
}

const readOffer = async ({ database, config, clock }: Needs): Promise<Offer> => ({
  trackIds: (await freePlaces.all(database, { most: mostTracks })).map(({ trackId }) => trackId),
  hasExtra: (await extraPlacesUntold({ config }, database, clock.now())) > 0,
});

/** Tells a listener of the first place that they may be served; false when there is none, or they can send no more today. */
async function tellOf(deps: Needs, listenerId: string, { trackIds, hasExtra }: Offer): Promise<boolean> {
  const { database, clock } = deps;
  const found = await servableOf.all(database, { listenerId, trackIds, butNot: null });
  if (found.length === 0 && !hasExtra) return false;
  const bounds = await boundsOf(database, deps, listenerId);
  if (await metBound(database, bounds, { listenerId, now: clock.now() })) return false;
  for (const { trackId } of found) {
    if (await database.transaction((tx) => tellOfFree(deps, tx, { listenerId, trackId }))) return true;
  }
  return hasExtra && database.transaction((tx) => tellOfExtra(deps, tx, listenerId));
}

async function tellOfFree(
  deps: Needs,
  tx: Transaction,
  told: { readonly listenerId: string; readonly trackId: string },
): Promise<boolean> {
  // Locked, so that of two runs at once none tells of the same place.
  if (!(await lockFree.one(tx, told))) return false;
  const { free = 0 } = (await stillFree.one(tx, told)) ?? {};
  return free > 0 && tell(deps, tx, told);
}

async function tellOfExtra(deps: Needs, tx: Transaction, listenerId: string): Promise<boolean> {
  if ((await extraPlacesUntold(deps, tx, deps.clock.now())) <= 0) return false;
  const track = await fewestReviews.one(tx, { listenerId, butNot: null });
  return track !== undefined && tell(deps, tx, { listenerId, trackId: track.id });
}

async function tell(
  { config, clock }: Needs,
  tx: Transaction,
  told: { readonly listenerId: string; readonly trackId: string },
): Promise<boolean> {
  const { listenerId } = told;
  const now = clock.now();
  if ((await markTold.run(tx, { ...told, now })) === 0) return false;
  const { email } = await readAccount(tx, listenerId);
  const key = `tracks-again:${listenerId}:${now.toISOString()}`;
  await queueMail(tx, { name: '', address: email }, tracksAgainMail(config.publicUrl), now, { key });
  return true;
}
