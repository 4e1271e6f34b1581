import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Profile } from '#contract/accounts.ts';
import { StorageFull } from '../../adapters/object-storage/object-storage.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../refusals.ts';
import { makeAvatarImage } from './avatar-image.ts';
import { avatarObject } from './avatar-rules.ts';
import { lockAvatar, writeAvatar } from './avatars-store.ts';
import { readProfile } from './read-profile.ts';

type Needs = Pick<Dependencies, 'database' | 'storage'>;

/**
 * Makes an uploaded picture the user's avatar and removes the one before.
 * @throws Refusal invalid_image, image_too_large, storage_full, unavailable
 */
export async function setAvatar(deps: Needs, userId: string, uploaded: Buffer): Promise<Profile> {
  const image = await makeAvatarImage(uploaded);
  const key = randomUUID();
  await deps.storage.write(avatarObject(key), Readable.from([image])).catch((error: unknown) => {
    throw error instanceof StorageFull ? refuse('storage_full') : error;
  });
  return changeAvatar(deps, userId, key);
}

/** Takes the user's avatar away; without one nothing changes. */
export const removeAvatar = (deps: Needs, userId: string): Promise<Profile> =>
  changeAvatar(deps, userId, null);

async function changeAvatar(deps: Needs, userId: string, key: string | null): Promise<Profile> {
  const { before, profile } = await deps.database.transaction(async (tx) => {
    const { avatarKey } = await lockAvatar.only(tx, { userId });
    await writeAvatar.run(tx, { userId, avatarKey: key });
    return { before: avatarKey, profile: await readProfile(tx, userId) };
  });
  // A crash before this leaves an object that no profile knows, which the sweep removes.
  if (before !== null) await deps.storage.remove(avatarObject(before));
  return profile;
}
