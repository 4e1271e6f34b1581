import type { Dependencies } from '../dependencies.ts';
import { Refusal } from '../refusals.ts';
import { readPicture } from '../stored-pictures.ts';
import { coverPictures, publicCoverKey } from './cover-rules.ts';

/** The bytes of a stored cover, WebP of 640 pixels a side; undefined without one, and where the object is gone. */
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

/** The same by the address that everybody may see. */
export const readPublicCover = (
  deps: Pick<Dependencies, 'storage'>,
  coverUrl: string | null,
): Promise<Buffer | undefined> => readCover(deps, publicCoverKey(coverUrl));
