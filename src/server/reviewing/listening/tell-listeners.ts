import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { eachCatching } from '../../foundation/for-each.ts';
import { queueMail } from '../../identity/emails/queue-mail.ts';
import { tracksAgainMail } from '../../identity/emails/review-mails.ts';
import { readAccount } from '../../identity/own-account.ts';
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
import { metBound } from './serving-bounds.ts';

export async function askToBeTold(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  listenerId: string,
  wanted: boolean,
): Promise<{ isAsked: boolean }> {
  if (wanted) await askTold.run(database, { listenerId, now: clock.now() });
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
  const tellNext = async (listenerId: string) => {
    if (await tellOf(deps, listenerId, offer)) offer = await readOffer(deps);
  };
  await eachCatching(askers, tellNext, 'Some listeners could not be notified.');
}

/** Everyone who asked, the longest waiting first, while there is anything to offer before a page is read. */
async function* allAskers({ database }: Needs, isOffering: () => boolean): AsyncGenerator<string> {
  let last = { after: new Date(0), afterId: '00000000-0000-0000-0000-000000000000' };
  while (isOffering()) {
    const askers = await readAskers.all(database, { ...last, most: pageOfAskers });
    const end = askers.at(-1);
    if (!end) return;
    last = { after: end.askedAt, afterId: end.listenerId };
    for (const { listenerId } of askers) yield listenerId;
  }
}

type Offer = string[];

const readOffer = async ({ database }: Needs): Promise<Offer> =>
  (await freePlaces.all(database, { most: mostTracks })).map(({ trackId }) => trackId);

/**
 * Notifies a listener of the first place they may be served. False if there is none, or if they may send no more
 * reviews today.
 */
async function tellOf(deps: Needs, listenerId: string, trackIds: Offer): Promise<boolean> {
  const { database, clock } = deps;
  const found = await servableOf.all(database, { listenerId, trackIds, butNot: null });
  if (found.length === 0) return false;
  const bounds = await boundsOf(database, deps, listenerId);
  if (await metBound(database, bounds, { listenerId, now: clock.now() })) return false;
  for (const { trackId } of found) {
    if (await database.transaction((tx) => tellOfFree(deps, tx, { listenerId, trackId }))) return true;
  }
  return false;
}

async function tellOfFree(
  deps: Needs,
  tx: Transaction,
  offered: { readonly listenerId: string; readonly trackId: string },
): Promise<boolean> {
  // Locked, so that concurrent runs do not offer the same place twice.
  if (!(await lockFree.one(tx, offered))) return false;
  const { free = 0 } = (await stillFree.one(tx, offered)) ?? {};
  return free > 0 && tell(deps, tx, offered);
}

async function tell(
  { config, clock }: Needs,
  tx: Transaction,
  offered: { readonly listenerId: string; readonly trackId: string },
): Promise<boolean> {
  const { listenerId } = offered;
  const now = clock.now();
  if ((await markTold.run(tx, { ...offered, now })) === 0) return false;
  const { email } = await readAccount(tx, listenerId);
  const key = `tracks-again:${listenerId}:${now.toISOString()}`;
  await queueMail(tx, { name: '', address: email }, tracksAgainMail(config.publicUrl), now, { key });
  return true;
}
