/** A kind of square pictures that users upload. */
export interface PictureKind {
  /** Every object of the kind begins so. */
  readonly prefix: string;
  /** Pixels of a side, as everybody gets to see it. */
  readonly side: number;
}

/** The object of a picture; spread over folders, so that none grows without end. */
export const pictureObject = ({ prefix }: PictureKind, key: string): string =>
  `${prefix}${key.slice(0, 2)}/${key}.webp`;

/** The key that an object was made for. */
export const keyOfPictureObject = (object: string): string =>
  object.slice(object.lastIndexOf('/') + 1, -'.webp'.length);

const hour = 3_600_000;
/** An object without a row may belong to a change that is just ending; after an hour it is left over. */
export const orphanedPictureBefore = (now: Date): Date => new Date(now.getTime() - hour);
