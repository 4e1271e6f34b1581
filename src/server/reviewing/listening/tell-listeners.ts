import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { eachCatching } from '../../foundation/for-each.ts';
import { queueMail } from '../../identity/emails/queue-mail.ts';
import { tracksAgainMail } from '../../identity/emails/review-mails.ts';
import { readAccount } from '../../identity/own-account.ts';
import { takePush } from '../../identity/push-subscriptions.ts';
import { boundsOf } from '../../trust/standing/standing-of.ts';
import {
  askTold,
  dropAsk,
  forgetTold,
  freePlaces,
  lockFree,
  markTold,
  readAskers,
  servableOf,
  stillFree,
} from './empty-queue-store.ts';
import { queuePush } from './push-waiting-track.ts';
import { metBound } from './serving-bounds.ts';

export async function askToBeTold(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  listenerId: string,
  wanted: boolean,
): Promise<{ isAsked: boolean }> {
  if (wanted) await askTold.run(database, { listenerId, byEmail: true, now: clock.now() });
  else await dropAsk.run(database, { listenerId });
  return { isAsked: wanted };
}

/** The job that notifies listeners of available tracks. */
export const tellListenersJob = 'tell-listeners';

/** For how many minutes a place is reserved for the listener who was notified of it. */
const expectedMinutes = 30;
/** Tracks checked per listener, and listeners read at a time. */
const mostTracks = 100;
const pageOfAskers = 200;

type Needs = Pick<Dependencies, 'database' | 'clock' | 'config'>;

/**
 * Notifies listeners who asked for it of a track to review: each once, the longest waiting first, and no more than
 * there are free places. While there are any, all who asked are considered; locks are only held while one listener is
 * notified.
 */
export async function tellListeners(deps: Needs): Promise<void> {
  const { database, clock } = deps;
  const before = new Date(clock.now().getTime() - expectedMinutes * 60_000);
  await forgetTold.run(database, { before });
  let offer = await readOffer(deps);
  const askers = allAskers(deps, () => offer.length > 0);
  const tellNext = async (asker: Asker) => {
    if (await tellOf(deps, asker, offer)) offer = await readOffer(deps);
  };
  await eachCatching(askers, tellNext, 'Some listeners could not be notified.');
}

interface Asker {
  readonly listenerId: string;
  /** They pressed "Tell me". Otherwise they are only told by push, for which they subscribed. */
  readonly byEmail: boolean;
}

/** Everyone who asked, the longest waiting first, while there is anything to offer before a page is read. */
async function* allAskers({ database }: Needs, isOffering: () => boolean): AsyncGenerator<Asker> {
  let last = { after: new Date(0), afterId: '00000000-0000-0000-0000-000000000000' };
  while (isOffering()) {
    const askers = await readAskers.all(database, { ...last, most: pageOfAskers });
    const end = askers.at(-1);
    if (!end) return;
    last = { after: end.askedAt, afterId: end.listenerId };
    yield* askers;
  }
}

type Offer = string[];

const readOffer = async ({ database }: Needs): Promise<Offer> =>
  (await freePlaces.all(database, { most: mostTracks })).map(({ trackId }) => trackId);

/**
 * Notifies a listener of the first place they may be served. False if there is none, if they may send no more reviews
 * today, or if only push may tell them and must not now.
 */
async function tellOf(deps: Needs, asker: Asker, trackIds: Offer): Promise<boolean> {
  const { database, clock } = deps;
  const { listenerId, byEmail } = asker;
  const found = await servableOf.all(database, { listenerId, trackIds, butNot: null });
  if (found.length === 0) return false;
  const bounds = await boundsOf(database, deps, listenerId);
  if (await metBound(database, bounds, { listenerId, now: clock.now() })) return false;
  const { sessionIds, giveBack } = await takePush(deps, listenerId);
  if (!byEmail && sessionIds.length === 0) return false;
  for (const { trackId } of found) {
    if (await database.transaction((tx) => tellOfFree(deps, tx, { ...asker, trackId, sessionIds })))
      return true;
  }
  await giveBack();
  return false;
}

interface Told extends Asker {
  readonly trackId: string;
  /** The sessions whose browsers get a push. */
  readonly sessionIds: readonly string[];
}

async function tellOfFree(deps: Needs, tx: Transaction, told: Told): Promise<boolean> {
  const { listenerId, trackId } = told;
  // Locked, so that concurrent runs do not offer the same place twice.
  if (!(await lockFree.one(tx, { trackId }))) return false;
  const { free = 0 } = (await stillFree.one(tx, { trackId })) ?? {};
  if (free <= 0) return false;
  const now = deps.clock.now();
  if ((await markTold.run(tx, { listenerId, trackId, now })) === 0) return false;
  await queuePush(tx, told, now);
  if (told.byEmail) await queueTracksAgainMail(deps, tx, listenerId, now);
  return true;
}

async function queueTracksAgainMail(
  { config }: Needs,
  tx: Transaction,
  listenerId: string,
  now: Date,
): Promise<void> {
  const { email } = await readAccount(tx, listenerId);
  const key = `tracks-again:${listenerId}:${now.toISOString()}`;
  await queueMail(tx, { name: '', address: email }, tracksAgainMail(config.publicUrl), now, { key });
}
