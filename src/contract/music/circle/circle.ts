import { z } from 'zod';
import { call } from '../../call.ts';
import { Id, Seconds, Timestamp } from '../../primitives.ts';
import { shownLine, shownText } from '../../shown-text.ts';
import { CoverUrl, Genre, Moment, Peaks, PlaybackLink } from '../tracks/tracks.ts';
import {
  guestLineLength,
  guestNameLength,
  linkDays,
  linkDevices,
  linkNameLength,
  mostLinkDays,
  mostLinkDevices,
} from './circle-rules.ts';

const count = z.int().nonnegative();
const Stars = z.int().min(1).max(5);

/** What a guest left: all of it is optional. */
const GuestResponse = z.strictObject({
  /** A name that the guest typed. */
  name: z.string().nullable(),
  stars: Stars.nullable(),
  line: z.string().nullable(),
  moments: z.array(Moment),
});
export type GuestResponse = z.infer<typeof GuestResponse>;

/** A browser that opened a link. It is not an identity: a person may have several, and several people may share one. */
export const LinkDevice = GuestResponse.extend({
  /** Its place among the link's devices, from 1 on. */
  number: z.int().positive(),
  /** The artist's own. It counts toward the limit, but is not part of the circle. */
  isOwn: z.boolean(),
  opens: z.int().positive(),
  /** Different seconds of the track that it played. */
  heardSeconds: count,
  heardToEnd: z.boolean(),
  firstOpenedAt: Timestamp,
  lastOpenedAt: Timestamp,
});
export type LinkDevice = z.infer<typeof LinkDevice>;

/** A link to one of the artist's tracks that plays without an account. */
export const PrivateLink = z.strictObject({
  id: Id,
  /** The unguessable part of its page's address. */
  address: Id,
  name: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  revokedAt: Timestamp.nullable(),
  /** Whether it plays now. A link has also ended if its track is gone or held. */
  isOpen: z.boolean(),
  deviceLimit: z.int().positive(),
  /** How often a device was refused because of the limit. */
  refusedDevices: count,
  /** Whether a preview of the link, as in a chat, names the track and the artist. */
  showsTitle: z.boolean(),
  /** In the order in which they opened it. */
  devices: z.array(LinkDevice),
});
export type PrivateLink = z.infer<typeof PrivateLink>;

const LinkFields = z.strictObject({
  name: shownLine(linkNameLength).trim().min(1),
  /** It expires this many days from now. */
  days: z.int().min(1).max(mostLinkDays),
  deviceLimit: z.int().min(1).max(mostLinkDevices),
  showsTitle: z.boolean(),
});

export const listPrivateLinks = call({
  method: 'GET',
  path: '/api/tracks/{trackId}/links',
  summary:
    "The private links to one of the caller's tracks, newest first, and what their guests did and left.",
  spec: [],
  who: 'owner',
  params: z.strictObject({ trackId: Id }),
  answer: z.strictObject({ links: z.array(PrivateLink) }),
  status: 200,
  refusals: ['not_found'],
});

export const createPrivateLink = call({
  method: 'POST',
  path: '/api/tracks/{trackId}/links',
  summary: "Creates a private link to one of the caller's tracks.",
  spec: [],
  who: 'owner',
  params: z.strictObject({ trackId: Id }),
  body: LinkFields.extend({
    days: LinkFields.shape.days.default(linkDays),
    deviceLimit: LinkFields.shape.deviceLimit.default(linkDevices),
    showsTitle: z.boolean().default(false),
  }),
  answer: PrivateLink,
  status: 201,
  idempotencyKey: true,
  refusals: ['not_found', 'track_deleted', 'track_taken_down', 'private_links_limit', 'key_reused'],
});

export const changePrivateLink = call({
  method: 'PATCH',
  path: '/api/links/{linkId}',
  summary:
    "Changes one of the caller's private links, or revokes it for good. Fields that are absent stay unchanged.",
  spec: [],
  who: 'owner',
  params: z.strictObject({ linkId: Id }),
  body: LinkFields.partial().extend({ isRevoked: z.literal(true).optional() }),
  answer: PrivateLink,
  status: 200,
  refusals: ['not_found', 'private_link_ended'],
});

/** What the page of a private link plays and shows. */
export const OpenedLink = z.strictObject({
  title: z.string(),
  artistName: z.string(),
  genre: Genre,
  coverUrl: CoverUrl,
  peaks: Peaks,
  durationSeconds: Seconds,
  /** For this device only. Open the link again before it expires. */
  playbackLink: PlaybackLink,
  expiresAt: Timestamp,
  /** What this device left before. */
  response: GuestResponse,
});
export type OpenedLink = z.infer<typeof OpenedLink>;

const atAddress = z.strictObject({ address: Id });

export const openPrivateLink = call({
  method: 'POST',
  path: '/api/listen/{address}/open',
  summary:
    'Opens a private link on this device, which a cookie identifies. Only this call counts as an opening: loading the page does not.',
  spec: [],
  who: 'public',
  params: atAddress,
  body: z.strictObject({
    /** True if the page is already open and needs a fresh playback link, which is no further opening. */
    isAgain: z.boolean().default(false),
  }),
  answer: OpenedLink,
  status: 200,
  limit: 'guestOpen',
  refusals: ['not_found', 'private_link_ended', 'private_link_full'],
});

/** Calls of a device that has opened the link. Any other gets `not_found`. */
const guestRefusals = ['not_found', 'private_link_ended'] as const;

export const reportGuestListening = call({
  method: 'POST',
  path: '/api/listen/{address}/listening',
  summary:
    'Reports playback on a device that has opened the link. The server counts what its own clock and the position allow.',
  spec: [],
  who: 'public',
  params: atAddress,
  body: z.strictObject({
    event: z.enum(['start', 'beat', 'pause', 'seek', 'end']),
    positionSeconds: z.number().nonnegative().max(86_400),
    /** Whether the time from here on may count. */
    playing: z.boolean(),
  }),
  answer: z.strictObject({}),
  status: 200,
  refusals: guestRefusals,
});

export const markGuestMoment = call({
  method: 'POST',
  path: '/api/listen/{address}/moments',
  summary: 'Marks a second of the track, each kind once in five seconds. Returns all marks of this device.',
  spec: [],
  who: 'public',
  params: atAddress,
  body: Moment,
  answer: z.strictObject({ moments: z.array(Moment) }),
  status: 200,
  limit: 'guestAct',
  refusals: [...guestRefusals, 'marked_already'],
});

export const unmarkGuestMoment = call({
  method: 'POST',
  path: '/api/listen/{address}/moments/undo',
  summary: 'Removes a mark. Returns the remaining marks of this device.',
  spec: [],
  who: 'public',
  params: atAddress,
  body: Moment,
  answer: z.strictObject({ moments: z.array(Moment) }),
  status: 200,
  limit: 'guestAct',
  refusals: guestRefusals,
});

export const saveGuestResponse = call({
  method: 'PUT',
  path: '/api/listen/{address}/response',
  summary: 'Stores the name, the stars and the line of this device. An empty text removes it.',
  spec: [],
  who: 'public',
  params: atAddress,
  body: z.strictObject({
    name: shownLine(guestNameLength).trim(),
    stars: Stars.nullable(),
    line: shownText(guestLineLength).trim(),
  }),
  answer: GuestResponse,
  status: 200,
  limit: 'guestAct',
  refusals: guestRefusals,
});

export const removeGuestResponse = call({
  method: 'DELETE',
  path: '/api/listen/{address}/response',
  summary:
    'Removes everything that this device left: name, stars, line and marks. Also after the link has ended.',
  spec: [],
  who: 'public',
  params: atAddress,
  answer: z.strictObject({}),
  status: 200,
  limit: 'guestAct',
  refusals: ['not_found'],
});
