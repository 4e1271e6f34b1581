import type { Received } from '#contract/call.ts';
import type {
  GuestResponse,
  OpenedLink,
  reportGuestListening as reportCall,
  saveGuestResponse as saveCall,
} from '#contract/music/circle/circle.ts';
import { isSameMoment } from '#contract/music/tracks/moment-kinds.ts';
import type { Moment } from '#contract/music/tracks/tracks.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Client } from '../../foundation/caller.ts';
import { refuse } from '../../foundation/refusals.ts';
import { readCookieSession } from '../../identity/authenticate-caller.ts';
import { addToDigests } from '../../identity/emails/digests.ts';
import { deviceFingerprint } from '../../identity/fingerprint.ts';
import { makeGuestPlaybackLink } from '../tracks/audio/playback-link-rules.ts';
import { coveredMilliseconds, heardStretch } from '../tracks/audio/player-rules.ts';
import { signedCoverUrl } from '../tracks/cover-rules.ts';
import { shownPeaks } from '../tracks/track-rules.ts';
import { isReportedTooEarly } from './circle-rules.ts';
import {
  countDevices,
  countRefused,
  deleteGuestMoment,
  deleteGuestMoments,
  insertGuest,
  insertGuestMoment,
  lockGuest,
  lockLink,
  openAgain,
  readResponse,
  savePlayer,
  saveResponse,
} from './guests-store.ts';
import { linkAt } from './links-store.ts';

type Needs = Pick<Dependencies, 'database' | 'clock' | 'keys'>;

interface Visit {
  readonly address: string;
  /** The mark that the browser keeps from now on. */
  readonly keptMark: string;
  /** The refresh token of a browser that is signed in. */
  readonly refreshToken: string | undefined;
  readonly isAgain: boolean;
}

/**
 * Opens a link on a device: the only act that counts as an opening, because programs that show previews load the page.
 * @throws Refusal not_found, private_link_ended, private_link_full
 */
export async function openPrivateLink(
  deps: Needs,
  { address, keptMark, refreshToken, isAgain }: Visit,
): Promise<OpenedLink> {
  const { database, keys } = deps;
  const now = deps.clock.now();
  const link = (await linkAt.one(database, { address, now })) ?? refuse('not_found');
  if (!link.isOpen) refuse('private_link_ended');
  const session = await readCookieSession(deps, refreshToken);
  const visitor = {
    linkId: link.linkId,
    deviceMark: deviceFingerprint(keys, keptMark),
    accountId: session && !session.endedAt ? session.userId : null,
    now,
  };
  const guest = await database.transaction(async (tx) => {
    const { deviceLimit } = (await lockLink.one(tx, visitor)) ?? refuse('not_found');
    const known = await openAgain.one(tx, { ...visitor, isAgain });
    if (known) return known;
    if ((await countDevices.only(tx, visitor)).devices >= deviceLimit) {
      await countRefused.run(tx, visitor);
      return { fullWith: deviceLimit };
    }
    const first = await insertGuest.only(tx, visitor);
    await tellArtist(tx, link, visitor, first.id);
    return first;
  });
  if ('fullWith' in guest) return refuse('private_link_full', { devices: guest.fullWith });
  return {
    title: link.title,
    artistName: link.artistName,
    genre: link.genre,
    coverUrl: signedCoverUrl(keys.coverLinks, link.coverKey, now),
    peaks: shownPeaks(link.peaks),
    durationSeconds: link.durationMs / 1000,
    playbackLink: makeGuestPlaybackLink(keys.playbackLinks, guest.id, now),
    expiresAt: link.expiresAt.toISOString(),
    response: await readResponse.only(database, { guestId: guest.id }),
  };
}

/** Adds a new device to the artist's next digest, unless it is their own. */
async function tellArtist(
  tx: Transaction,
  { artistId }: { readonly artistId: string },
  { accountId, now }: { readonly accountId: string | null; readonly now: Date },
  guestId: string,
): Promise<void> {
  if (accountId === artistId) return;
  await addToDigests(tx, { userIds: [artistId], kind: 'link_opened', thingId: guestId, now });
}

/** A device that has opened the link at this address. */
export interface Guest {
  readonly address: string;
  readonly client: Client;
}

/** @throws Refusal not_found if the device has not opened the link, private_link_ended */
async function requireGuest({ keys, clock }: Needs, tx: Transaction, { address, client }: Guest) {
  const guest = await lockIfGuest({ keys, clock }, tx, { address, client });
  return guest.isOpen ? guest : refuse('private_link_ended');
}

async function lockIfGuest(
  { keys, clock }: Pick<Needs, 'keys' | 'clock'>,
  tx: Transaction,
  { address, client: { deviceMark } }: Guest,
) {
  if (deviceMark === undefined) return refuse('not_found');
  const asked = { address, deviceMark: deviceFingerprint(keys, deviceMark), now: clock.now() };
  return (await lockGuest.one(tx, asked)) ?? refuse('not_found');
}

/**
 * Counts what a device played, by the server's clock: the seconds before its position, at most the time since its last
 * report.
 * @throws Refusal not_found, private_link_ended
 */
export function reportGuestListening(
  deps: Needs,
  guest: Guest,
  { event, positionSeconds, playing }: Received<typeof reportCall>['body'],
): Promise<void> {
  return deps.database.transaction(async (tx) => {
    const { guestId, isPlaying, durationMs, ...last } = await requireGuest(deps, tx, guest);
    const now = deps.clock.now();
    if (isReportedTooEarly(event, last.beatAt, now)) return;
    const positionMs = Math.min(Math.round(positionSeconds * 1000), durationMs);
    const isJump = event === 'start' || event === 'seek';
    const state = last.beatAt === null ? undefined : { positionMs: last.positionMs, beatAt: last.beatAt };
    const coveredMs = isPlaying ? coveredMilliseconds(state, { positionMs, isJump }, now) : 0;
    const heard =
      coveredMs === 0 || isJump
        ? { from: 0, to: 0 }
        : heardStretch(last.positionMs, positionMs, coveredMs, durationMs);
    const playedMs = last.playedMs + coveredMs;
    // A player that went back proves nothing.
    const proven = heard.to > heard.from ? heard : { from: 0, to: 0 };
    await savePlayer.run(tx, { guestId, isPlaying: playing, positionMs, playedMs, ...proven, now });
  });
}

/** Marks a second of the track. @throws Refusal not_found, private_link_ended, marked_already */
export function markGuestMoment(deps: Needs, guest: Guest, { kind, atSecond }: Moment): Promise<Moment[]> {
  return deps.database.transaction(async (tx) => {
    const { guestId, durationMs } = await requireGuest(deps, tx, guest);
    const { moments } = await readResponse.only(tx, { guestId });
    const near = moments.find((one) => one.kind === kind && isSameMoment(one.atSecond, atSecond));
    if (near?.atSecond === atSecond) return moments;
    if (near) refuse('marked_already');
    const lastSecond = Math.max(0, Math.ceil(durationMs / 1000) - 1);
    await insertGuestMoment.run(tx, { guestId, kind, atSecond: Math.min(atSecond, lastSecond) });
    return (await readResponse.only(tx, { guestId })).moments;
  });
}

/** Removes a mark, if it exists. @throws Refusal not_found, private_link_ended */
export function unmarkGuestMoment(deps: Needs, guest: Guest, moment: Moment): Promise<Moment[]> {
  return deps.database.transaction(async (tx) => {
    const { guestId } = await requireGuest(deps, tx, guest);
    await deleteGuestMoment.run(tx, { guestId, ...moment });
    return (await readResponse.only(tx, { guestId })).moments;
  });
}

/** Stores a guest's name, stars and line. @throws Refusal not_found, private_link_ended */
export function saveGuestResponse(
  deps: Needs,
  guest: Guest,
  response: Received<typeof saveCall>['body'],
): Promise<GuestResponse> {
  return deps.database.transaction(async (tx) => {
    const { guestId } = await requireGuest(deps, tx, guest);
    await saveResponse.run(tx, { guestId, ...response });
    return readResponse.only(tx, { guestId });
  });
}

/** Removes all that a guest left, also after the link has ended. @throws Refusal not_found */
export function removeGuestResponse(deps: Needs, guest: Guest): Promise<void> {
  return deps.database.transaction(async (tx) => {
    const { guestId } = await lockIfGuest(deps, tx, guest);
    await saveResponse.run(tx, { guestId, name: '', stars: null, line: '' });
    await deleteGuestMoments.run(tx, { guestId });
  });
}
