import type { Dependencies } from '../../foundation/dependencies.ts';
import { sweepPictures } from '../../pictures/stored-pictures.ts';
import { avatarPictures } from './avatar-rules.ts';
import { readKnownAvatars } from './avatars-store.ts';

/** Deletes avatars that no profile references, an hour after they were stored. Returns how many. */
export const sweepAvatars = (deps: Pick<Dependencies, 'database' | 'clock' | 'storage'>): Promise<number> =>
  sweepPictures(deps, avatarPictures, async (keys) =>
    (await readKnownAvatars.all(deps.database, { keys })).map(({ avatarKey }) => avatarKey),
  );
