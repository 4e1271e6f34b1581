import { readPicture } from '../../adapters/storage/stored-pictures.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { Refusal } from '../../foundation/refusals.ts';
import { coverPictures, publicCoverKey } from './cover-rules.ts';

/** The bytes of a stored cover, a WebP of 640 x 640 pixels; undefined without one, or if the object is gone. */
export async function readCover(
  { storage }: Pick<Dependencies, 'storage'>,
  coverKey: string | null,
): Promise<Buffer | undefined> {
  if (coverKey === null) return undefined;
  try {
    return await readPicture(storage, coverPictures, coverKey);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** The same, by a public address. */
export const readPublicCover = (
  deps: Pick<Dependencies, 'storage'>,
  coverUrl: string | null,
): Promise<Buffer | undefined> => readCover(deps, publicCoverKey(coverUrl));
