import type { Dependencies } from '../dependencies.ts';
import { sweepPictures } from '../stored-pictures.ts';
import { coverPictures } from './cover-rules.ts';
import { readKnownCovers } from './covers-store.ts';

/** Removes covers that no track has, an hour after they were stored; returns how many. */
export const sweepCovers = (deps: Pick<Dependencies, 'database' | 'clock' | 'storage'>): Promise<number> =>
  sweepPictures(deps, coverPictures, async (keys) =>
    (await readKnownCovers.all(deps.database, { keys })).map(({ coverKey }) => coverKey),
  );
