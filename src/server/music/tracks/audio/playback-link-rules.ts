import type { KeyObject } from 'node:crypto';
import { playbackLinkSeconds } from '#contract/business-rules.ts';
import type { PlaybackLink } from '#contract/music/tracks/tracks.ts';
import { isSigned, signText } from '../../../foundation/signed-text-rules.ts';

export interface LinkClaims {
  readonly trackId: string;
  readonly userId: string;
  readonly sessionId: string;
}

/** The path of audio links: `/api/audio/{payload}.{mac}`. */
export const audioPath = '/api/audio';

const idBytes = 16;
const expiryAt = 3 * idBytes;
const payloadBytes = expiryAt + 6;

/** A link that is valid for an hour (specification 9). The key is `keys.playbackLinks`. */
export function makePlaybackLink(key: KeyObject, claims: LinkClaims, now: Date): PlaybackLink {
  const expiresAt = new Date(now.getTime() + playbackLinkSeconds * 1000);
  const payload = Buffer.alloc(payloadBytes);
  const ids = [claims.trackId, claims.userId, claims.sessionId];
  ids.forEach((id, i) => {
    payload.set(bytesOfId(id), i * idBytes);
  });
  payload.writeUIntBE(expiresAt.getTime(), expiryAt, 6);
  const text = payload.toString('base64url');
  return { url: `${audioPath}/${text}.${signText(key, text)}`, expiresAt: expiresAt.toISOString() };
}

/** The claims in a link; undefined if this server did not sign it or it has expired. */
export function readPlaybackLink(
  key: KeyObject,
  payload: string,
  mac: string,
  now: Date,
): LinkClaims | undefined {
  if (!isSigned(key, payload, mac)) return undefined;
  const bytes = Buffer.from(payload, 'base64url');
  if (bytes.length !== payloadBytes || bytes.readUIntBE(expiryAt, 6) <= now.getTime()) return undefined;
  return { trackId: idAt(bytes, 0), userId: idAt(bytes, idBytes), sessionId: idAt(bytes, 2 * idBytes) };
}

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
