import type { Answer, Received } from '#contract/call.ts';
import type {
  changePrivateLink as changeCall,
  createPrivateLink as createCall,
  LinkDevice,
  PrivateLink,
} from '#contract/music/circle/circle.ts';
import { mostLinks } from '#contract/music/circle/circle-rules.ts';
import { answerOnce } from '../../adapters/database/answer-once.ts';
import type { Queryable } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { linksOpenedMail } from '../../identity/emails/digest-mails.ts';
import type { ComposeDigest } from '../../identity/emails/digests.ts';
import { refuseGone } from '../tracks/own-tracks.ts';
import { isHeardToEnd } from './circle-rules.ts';
import { newGuests } from './guests-store.ts';
import {
  changeLink,
  countLinks,
  insertLink,
  isOwnTrack,
  lockOwnTrack,
  readGuests,
  readLinks,
} from './links-store.ts';

type Needs = Pick<Dependencies, 'database' | 'clock'>;

/** The links of the artist's own track with all that their guests did. @throws Refusal not_found */
export async function listPrivateLinks(
  { database, clock }: Needs,
  own: { readonly artistId: string; readonly trackId: string },
): Promise<PrivateLink[]> {
  if (!(await isOwnTrack.one(database, own))) refuse('not_found');
  return readOwnLinks(database, own, clock.now());
}

async function readOwnLinks(
  db: Queryable,
  own: { readonly artistId: string; readonly trackId?: string; readonly linkId?: string },
  now: Date,
): Promise<PrivateLink[]> {
  const [links, guests] = await Promise.all([readLinks.all(db, { ...own, now }), readGuests.all(db, own)]);
  const ofLink = Map.groupBy(guests, ({ linkId }) => linkId);
  return links.map((link) => ({
    ...link,
    createdAt: link.createdAt.toISOString(),
    expiresAt: link.expiresAt.toISOString(),
    revokedAt: link.revokedAt?.toISOString() ?? null,
    devices: (ofLink.get(link.id) ?? []).map(shownDevice),
  }));
}

type Guest = Awaited<ReturnType<typeof readGuests.all>>[number];

const shownDevice = (guest: Guest, place: number): LinkDevice => ({
  number: place + 1,
  name: guest.name,
  isOwn: guest.isOwn,
  opens: guest.opens,
  heardSeconds: guest.seconds,
  heardToEnd: isHeardToEnd(guest, guest.durationMs),
  stars: guest.stars,
  line: guest.line,
  moments: guest.moments,
  firstOpenedAt: guest.firstOpenedAt.toISOString(),
  lastOpenedAt: guest.lastOpenedAt.toISOString(),
});

/**
 * Creates a link to the artist's own track.
 * @throws Refusal not_found, track_deleted, track_taken_down, private_links_limit, key_reused
 */
export function createPrivateLink(
  { database, clock }: Needs,
  artistId: string,
  {
    params: { trackId },
    body,
    idempotencyKey,
    onRepeat,
  }: Received<typeof createCall> & { readonly onRepeat: () => void },
): Promise<Answer<typeof createCall>> {
  const now = clock.now();
  const act = {
    userId: artistId,
    call: 'circle.createPrivateLink',
    key: idempotencyKey,
    request: { trackId, body },
    now,
    onRepeat,
  };
  return database.transaction((tx) =>
    answerOnce(tx, act, async () => {
      const { status } = (await lockOwnTrack.one(tx, { trackId, artistId })) ?? refuse('not_found');
      if (status !== 'active') refuseGone(status);
      if ((await countLinks.only(tx, { trackId })).links >= mostLinks)
        refuse('private_links_limit', { most: mostLinks });
      const { id } = await insertLink.only(tx, { trackId, artistId, now, ...body });
      return readOwnLink(tx, { artistId, linkId: id }, now);
    }),
  );
}

/** Changes or revokes the artist's own link. @throws Refusal not_found; private_link_ended for a revoked one */
export function changePrivateLink(
  { database, clock }: Needs,
  own: { readonly artistId: string; readonly linkId: string },
  change: Received<typeof changeCall>['body'],
): Promise<PrivateLink> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const changed = await changeLink.run(tx, { ...own, ...change, now });
    const link = await readOwnLink(tx, own, now);
    // Revoking once more changes nothing.
    return changed === 0 && !change.isRevoked ? refuse('private_link_ended') : link;
  });
}

async function readOwnLink(
  db: Queryable,
  own: { readonly artistId: string; readonly linkId: string },
  now: Date,
): Promise<PrivateLink> {
  const [link] = await readOwnLinks(db, own, now);
  return link ?? refuse('not_found');
}

/** The digest of devices that opened an artist's links, without tracks that are gone since. */
export const composeOpenedLinks: ComposeDigest = async (tx, { publicUrl, userId, thingIds }) => {
  const [first, ...others] = await newGuests.all(tx, { artistId: userId, guestIds: [...thingIds] });
  if (!first) return undefined;
  return {
    mail: linksOpenedMail(publicUrl, first, others),
    thingIds: [first, ...others].map(({ id }) => id),
    lastActAt: null,
  };
};

interface Circle {
  readonly devices: number;
  readonly heardToEnd: number;
  readonly stars: { readonly mean: number; readonly count: number } | null;
  readonly moments: LinkDevice['moments'];
}

/** What the guests of a track's links did, each device once; null without guests. */
export async function readCircle(
  db: Queryable,
  own: { readonly artistId: string; readonly trackId: string },
): Promise<Circle | null> {
  const guests = (await readGuests.all(db, own)).filter(({ isOwn }) => !isOwn);
  if (guests.length === 0) return null;
  const byDevice = [...Map.groupBy(guests, ({ deviceMark }) => deviceMark).values()];
  const stars = byDevice.flatMap((ofDevice) => ofDevice.findLast((one) => one.stars !== null)?.stars ?? []);
  return {
    devices: byDevice.length,
    heardToEnd: byDevice.filter((ofDevice) => ofDevice.some((one) => isHeardToEnd(one, one.durationMs)))
      .length,
    stars:
      stars.length === 0
        ? null
        : { mean: stars.reduce((sum, one) => sum + one, 0) / stars.length, count: stars.length },
    moments: guests.flatMap(({ moments }) => moments),
  };
}
