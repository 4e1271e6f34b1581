import { type PictureKind, storedPrefixes } from '../../pictures/stored-object-rules.ts';

export const avatarPictures: PictureKind = { prefix: storedPrefixes.avatars, side: 512 };
/** The path of avatars: `/api/avatars/{key}.webp`. */
export const avatarPath = '/api/avatars';

/** The address of an avatar; null without one. A new picture has a new address. */
export const avatarUrl = (key: string | null): string | null =>
  key === null ? null : `${avatarPath}/${key}.webp`;
