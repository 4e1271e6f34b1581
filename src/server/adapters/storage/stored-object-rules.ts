/** Key prefixes of stored objects by kind. A bucket may contain other objects. */
export const storedPrefixes = {
  audio: 'tracks/',
  /** Parts of incomplete uploads. */
  parts: 'uploads/',
  avatars: 'avatars/',
  covers: 'covers/',
} as const;

export const allStoredPrefixes: readonly string[] = Object.values(storedPrefixes);

/** A kind of square pictures that users upload. */
export interface PictureKind {
  /** The prefix of all objects of the kind. */
  readonly prefix: string;
  /** Side length in pixels, as served. */
  readonly side: number;
}

/** The object of a picture, spread over folders to keep each of them small. */
export const pictureObject = ({ prefix }: PictureKind, key: string): string =>
  `${prefix}${key.slice(0, 2)}/${key}.webp`;

/** The key of an object. */
export const keyOfPictureObject = (object: string): string =>
  object.slice(object.lastIndexOf('/') + 1, -'.webp'.length);

const hour = 3_600_000;
/** An object without a row may belong to a change that is not committed yet; after an hour it is orphaned. */
export const orphanedPictureBefore = (now: Date): Date => new Date(now.getTime() - hour);
