import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Clock } from '../../foundation/clock.ts';
import { refuse } from '../../foundation/refusals.ts';
import { workQueue } from '../../foundation/work-queue.ts';
import { ObjectMissing, type ObjectStorage, removeOrphans, StorageFull } from './object-storage.ts';
import {
  keyOfPictureObject,
  orphanedPictureBefore,
  type PictureKind,
  pictureObject,
} from './stored-object-rules.ts';

/**
 * Checks, re-encodes and stores an uploaded picture; returns its key. If the process crashes before a row references
 * the key, the sweep deletes the object.
 * @throws Refusal invalid_image, image_too_large, storage_full, unavailable
 */
export async function storePicture(
  storage: ObjectStorage,
  kind: PictureKind,
  uploaded: Buffer,
): Promise<string> {
  const picture = await makeSquarePicture(uploaded, kind.side);
  const key = randomUUID();
  await storage.write(pictureObject(kind, key), Readable.from([picture])).catch((error: unknown) => {
    throw error instanceof StorageFull ? refuse('storage_full') : error;
  });
  return key;
}

/** The bytes of a stored picture, about 50 kB. @throws Refusal not_found if the object is gone */
export async function readPicture(storage: ObjectStorage, kind: PictureKind, key: string): Promise<Buffer> {
  try {
    return await buffer(await storage.read(pictureObject(kind, key)));
  } catch (error) {
    return error instanceof ObjectMissing ? refuse('not_found') : Promise.reject(error);
  }
}

export const removePicture = (storage: ObjectStorage, kind: PictureKind, key: string): Promise<void> =>
  storage.remove(pictureObject(kind, key));

/**
 * Deletes pictures that no row references, an hour after they were stored. Returns how many. `known` returns the keys
 * that rows reference.
 */
export const sweepPictures = (
  { storage, clock }: { readonly storage: ObjectStorage; readonly clock: Clock },
  kind: PictureKind,
  known: (keys: string[]) => Promise<readonly string[]>,
): Promise<number> =>
  removeOrphans(storage, {
    prefix: kind.prefix,
    before: orphanedPictureBefore(clock.now()),
    known: async (objects) => {
      const keys = await known(objects.map(keyOfPictureObject));
      return new Set(keys.map((key) => pictureObject(kind, key)));
    },
  });

const mostPixels = 50_000_000;
const mostSeconds = 10;
const quality = 82;

// Uploads may be malicious, so only three decoders are enabled. SVG, TIFF, GIF and all others stay blocked.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
sharp.cache(false);
sharp.concurrency(1);

// Decoding a large picture needs a hundred megabytes.
const queue = workQueue({ atOnce: 1, waiting: 20 });

/**
 * Converts an uploaded JPEG, PNG or WebP to a square of this many pixels per side: upright, cropped around the center,
 * the first frame of an animation. Re-encoded as WebP, so that only the pixels of the file remain. The library uses its
 * own threads.
 * @throws Refusal invalid_image, image_too_large, unavailable
 */
export function makeSquarePicture(uploaded: Buffer, side: number): Promise<Buffer> {
  return queue.run(
    async () => {
      await refuseUnlessImage(uploaded);
      return encode(uploaded, side);
    },
    () => refuse('unavailable', { retryAfterSeconds: mostSeconds }),
  );
}

/** A picture of `makeSquarePicture`, scaled to this many pixels per side. */
export const scaledPicture = (picture: Buffer, side: number): Promise<Buffer> =>
  sharp(picture).resize(side, side).toBuffer();

/** Lays pictures on a PNG. Returns a PNG of 256 colors, about 100 kB. */
export const layOver = (
  base: Buffer,
  layers: readonly { readonly input: Buffer; readonly left: number; readonly top: number }[],
): Promise<Buffer> =>
  sharp(base)
    .composite([...layers])
    .png({ palette: true, colors: 256, effort: 1 })
    .toBuffer();

/** Reads only the header, so that a picture with too many pixels is never decoded. */
async function refuseUnlessImage(uploaded: Buffer): Promise<void> {
  // The library treats an empty file as a programming error.
  if (uploaded.length === 0) refuse('invalid_image');
  const header = await sharp(uploaded, { limitInputPixels: false })
    .metadata()
    .catch(() => refuse('invalid_image'));
  if (header.width * header.height > mostPixels) refuse('image_too_large');
}

async function encode(uploaded: Buffer, side: number): Promise<Buffer> {
  try {
    return await sharp(uploaded, { limitInputPixels: mostPixels, failOn: 'error' })
      .timeout({ seconds: mostSeconds })
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .webp({ quality })
      .toBuffer();
  } catch {
    // Whatever the decoder's error, browsers could not show the file either.
    return refuse('invalid_image');
  }
}
