/** Every object of avatars begins so. */
export const avatarPrefix = 'avatars/';
/** Where avatars are fetched: `/api/avatars/{key}.webp`. */
export const avatarPath = '/api/avatars';

/** The object of an avatar; spread over folders, so that none grows without end. */
export const avatarObject = (key: string): string => `${avatarPrefix}${key.slice(0, 2)}/${key}.webp`;

/** The address of somebody's avatar; null without one. A new picture has a new address. */
export const avatarUrl = (key: string | null): string | null =>
  key === null ? null : `${avatarPath}/${key}.webp`;

/** The key that an object was made for. */
export const keyOfAvatarObject = (object: string): string =>
  object.slice(object.lastIndexOf('/') + 1, -'.webp'.length);

const hour = 3_600_000;
/** An object without a profile may belong to a change that is just ending; after an hour it is left over. */
export const orphanedAvatarBefore = (now: Date): Date => new Date(now.getTime() - hour);
