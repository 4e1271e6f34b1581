import type { KeyObject } from 'node:crypto';
import { playbackLinkSeconds } from '#contract/business-rules.ts';
import type { PlaybackLink } from '#contract/music/tracks/tracks.ts';
import { isSigned, signText } from '../../../foundation/signed-text-rules.ts';

/** The path of audio links: `/api/audio/{payload}.{mac}`. */
export const audioPath = '/api/audio';

const idBytes = 16;
const expiryBytes = 6;

/** A link that is valid for an hour (specification 9). The key is `keys.playbackLinks`. */
function signedLink(key: KeyObject, ids: readonly string[], now: Date): PlaybackLink {
  const expiresAt = new Date(now.getTime() + playbackLinkSeconds * 1000);
  const payload = Buffer.alloc(ids.length * idBytes + expiryBytes);
  ids.forEach((id, i) => {
    payload.set(bytesOfId(id), i * idBytes);
  });
  payload.writeUIntBE(expiresAt.getTime(), ids.length * idBytes, expiryBytes);
  const text = payload.toString('base64url');
  return { url: `${audioPath}/${text}.${signText(key, text)}`, expiresAt: expiresAt.toISOString() };
}

/** The ids in a link; undefined if it has another number of them, has expired, or this server did not sign it. */
function idsOfLink(key: KeyObject, count: number, { payload, mac }: SignedParts, now: Date) {
  if (!isSigned(key, payload, mac)) return undefined;
  const bytes = Buffer.from(payload, 'base64url');
  const expiryAt = count * idBytes;
  if (bytes.length !== expiryAt + expiryBytes) return undefined;
  if (bytes.readUIntBE(expiryAt, expiryBytes) <= now.getTime()) return undefined;
  return Array.from({ length: count }, (_, i) => idAt(bytes, i * idBytes));
}

/** The two parts of a link, as its path has them. */
export interface SignedParts {
  readonly payload: string;
  readonly mac: string;
}

/** The link of a session. */
export interface LinkClaims {
  readonly trackId: string;
  readonly userId: string;
  readonly sessionId: string;
}

export const makePlaybackLink = (
  key: KeyObject,
  { trackId, userId, sessionId }: LinkClaims,
  now: Date,
): PlaybackLink => signedLink(key, [trackId, userId, sessionId], now);

export function readPlaybackLink(key: KeyObject, parts: SignedParts, now: Date): LinkClaims | undefined {
  const [trackId, userId, sessionId] = idsOfLink(key, 3, parts, now) ?? [];
  return trackId && userId && sessionId ? { trackId, userId, sessionId } : undefined;
}

/** The link of a device that opened a private link. */
export const makeGuestPlaybackLink = (key: KeyObject, guestId: string, now: Date): PlaybackLink =>
  signedLink(key, [guestId], now);

export const readGuestPlaybackLink = (key: KeyObject, parts: SignedParts, now: Date): string | undefined =>
  idsOfLink(key, 1, parts, now)?.[0];

export interface AudioRight {
  readonly isOwner: boolean;
  readonly isAdmin: boolean;
  readonly isLeased: boolean;
}

/** Who may hear a track: its artist, an admin, or the listener being served it (decisions 3). */
export const mayHear = ({ isOwner, isAdmin, isLeased }: AudioRight): boolean =>
  isOwner || isAdmin || isLeased;

const bytesOfId = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

function idAt(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + idBytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
