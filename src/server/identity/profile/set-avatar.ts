import type { Profile } from '#contract/identity/accounts.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { removePicture, storePicture } from '../../pictures/stored-pictures.ts';
import { requireActive } from '../require-active.ts';
import { avatarPictures } from './avatar-rules.ts';
import { lockAvatar, writeAvatar } from './avatars-store.ts';
import { readProfile } from './read-profile.ts';

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
