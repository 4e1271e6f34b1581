import type { Profile } from '#contract/identity/accounts.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { readPicture, removePicture, storePicture, sweepPictures } from '../../pictures/stored-pictures.ts';
import { requireActive } from '../own-account.ts';
import { readProfile } from './own-profile.ts';
import { avatarPictures } from './profile-rules.ts';
import { lockAvatar, readKnownAvatars, writeAvatar } from './profiles-store.ts';

// The route that serves avatars gets their path from this use case.
export { avatarPath } from './profile-rules.ts';

/** The bytes of an avatar in use. Refuses not_found if it was replaced. */
export async function openAvatar(
  { database, storage }: Pick<Dependencies, 'database' | 'storage'>,
  key: string,
): Promise<Buffer> {
  if (!(await readKnownAvatars.one(database, { keys: [key] }))) return refuse('not_found');
  return readPicture(storage, avatarPictures, key);
}

type Needs = Pick<Dependencies, 'database' | 'storage' | 'clock'>;

/**
 * Makes an uploaded picture the user's avatar and deletes the previous one.
 * @throws Refusal invalid_token, invalid_image, image_too_large, storage_full, unavailable
 */
export const setAvatar = async (deps: Needs, userId: string, uploaded: Buffer): Promise<Profile> =>
  changeAvatar(deps, userId, await storePicture(deps.storage, avatarPictures, uploaded));

/** Removes the user's avatar, if there is one. */
export const removeAvatar = (deps: Needs, userId: string): Promise<Profile> =>
  changeAvatar(deps, userId, null);

async function changeAvatar(deps: Needs, userId: string, key: string | null): Promise<Profile> {
  const { before, profile } = await deps.database.transaction(async (tx) => {
    const { avatarKey } = await lockAvatar.only(tx, { userId });
    await requireActive(tx, userId);
    await writeAvatar.run(tx, { userId, avatarKey: key });
    return { before: avatarKey, profile: await readProfile(tx, userId, deps.clock.now()) };
  });
  // A crash before this leaves an object that no profile references; the sweep deletes it.
  if (before !== null) await removePicture(deps.storage, avatarPictures, before);
  return profile;
}

/** Deletes avatars that no profile references, an hour after they were stored. Returns how many. */
export const sweepAvatars = (deps: Pick<Dependencies, 'database' | 'clock' | 'storage'>): Promise<number> =>
  sweepPictures(deps, avatarPictures, async (keys) =>
    (await readKnownAvatars.all(deps.database, { keys })).map(({ avatarKey }) => avatarKey),
  );
