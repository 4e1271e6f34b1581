import { sweepPictures } from '../../adapters/storage/stored-pictures.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { coverPictures } from './cover-rules.ts';
import { readKnownCovers } from './covers-store.ts';

/** Deletes covers that no track references, an hour after they were stored. Returns how many. */
export const sweepCovers = (deps: Pick<Dependencies, 'database' | 'clock' | 'storage'>): Promise<number> =>
  sweepPictures(deps, coverPictures, async (keys) =>
    (await readKnownCovers.all(deps.database, { keys })).map(({ coverKey }) => coverKey),
  );
