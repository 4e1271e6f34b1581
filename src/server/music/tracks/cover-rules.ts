import type { KeyObject } from 'node:crypto';
import { type PictureKind, storedPrefixes } from '../../adapters/storage/stored-object-rules.ts';
import { isSigned, signText } from '../../foundation/signed-text-rules.ts';

export const coverPictures: PictureKind = { prefix: storedPrefixes.covers, side: 640 };
/** The path of covers: `/api/covers/{key}.webp`. */
export const coverPath = '/api/covers';

/** The address of a public cover; null without one. A new picture has a new address. */
export const publicCoverUrl = (coverKey: string | null): string | null =>
  coverKey === null ? null : `${coverPath}/${coverKey}.webp`;

/** The key in such an address; null without one. */
export const publicCoverKey = (coverUrl: string | null): string | null =>
  coverUrl?.slice(coverPath.length + 1, -'.webp'.length) ?? null;

const hour = 3_600_000;

/**
 * A signed cover address for those who may see a track that is not public: its artist, admins, its listener. Valid for
 * one to two hours, and the same within an hour, so that browsers load the picture once. The key is `keys.coverLinks`.
 */
export function signedCoverUrl(key: KeyObject, coverKey: string | null, now: Date): string | null {
  if (coverKey === null) return null;
  const until = Math.floor(now.getTime() / hour) + 2;
  return `${publicCoverUrl(coverKey)}?until=${until}&proof=${signText(key, `${coverKey} ${until}`)}`;
}

/** Whether this server signed the address for this cover and it is still valid. `until`: hours since 1970. */
export function isSignedCover(
  key: KeyObject,
  { coverKey, until, proof }: { readonly coverKey: string; readonly until: string; readonly proof: string },
  now: Date,
): boolean {
  if (!/^\d{1,8}$/.test(until) || Number(until) * hour <= now.getTime()) return false;
  return isSigned(key, `${coverKey} ${Number(until)}`, proof);
}
