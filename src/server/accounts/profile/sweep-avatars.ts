import type { Dependencies } from '../../dependencies.ts';
import { removeOrphans } from '../../orphaned-objects.ts';
import { avatarObject, avatarPrefix, keyOfAvatarObject, orphanedAvatarBefore } from './avatar-rules.ts';
import { readKnownAvatars } from './avatars-store.ts';

/** Removes pictures that nobody has, an hour after they were stored; answers how many. */
export const sweepAvatars = ({
  database,
  clock,
  storage,
}: Pick<Dependencies, 'database' | 'clock' | 'storage'>): Promise<number> =>
  removeOrphans(storage, {
    prefix: avatarPrefix,
    before: orphanedAvatarBefore(clock.now()),
    known: async (objects) => {
      const rows = await readKnownAvatars.all(database, { keys: objects.map(keyOfAvatarObject) });
      return new Set(rows.map(({ avatarKey }) => avatarObject(avatarKey)));
    },
  });
