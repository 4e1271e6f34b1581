import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ObjectMissing, StorageFull } from '../adapters/object-storage/object-storage.ts';
import type { Dependencies } from '../foundation/dependencies.ts';
import { refuse } from '../foundation/refusals.ts';
import { removeOrphans } from './orphaned-objects.ts';
import { makeSquarePicture } from './square-picture.ts';
import {
  keyOfPictureObject,
  orphanedPictureBefore,
  type PictureKind,
  pictureObject,
} from './stored-object-rules.ts';

type Storage = Dependencies['storage'];

/**
 * Checks, re-encodes and stores an uploaded picture; returns its key. If the process crashes before a row references
 * the key, the sweep deletes the object.
 * @throws Refusal invalid_image, image_too_large, storage_full, unavailable
 */
export async function storePicture(storage: Storage, kind: PictureKind, uploaded: Buffer): Promise<string> {
  const picture = await makeSquarePicture(uploaded, kind.side);
  const key = randomUUID();
  await storage.write(pictureObject(kind, key), Readable.from([picture])).catch((error: unknown) => {
    throw error instanceof StorageFull ? refuse('storage_full') : error;
  });
  return key;
}

/** The bytes of a stored picture, about 50 kB. @throws Refusal not_found if the object is gone */
export async function readPicture(storage: Storage, kind: PictureKind, key: string): Promise<Buffer> {
  try {
    return await buffer(await storage.read(pictureObject(kind, key)));
  } catch (error) {
    return error instanceof ObjectMissing ? refuse('not_found') : Promise.reject(error);
  }
}

export const removePicture = (storage: Storage, kind: PictureKind, key: string): Promise<void> =>
  storage.remove(pictureObject(kind, key));

/**
 * Deletes pictures that no row references, an hour after they were stored. Returns how many. `known` returns the keys
 * that rows reference.
 */
export const sweepPictures = (
  { storage, clock }: Pick<Dependencies, 'storage' | 'clock'>,
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
