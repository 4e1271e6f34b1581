import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { readPicture } from '../../pictures/stored-pictures.ts';
import { avatarPictures } from './avatar-rules.ts';
import { readKnownAvatars } from './avatars-store.ts';

// The route that serves avatars gets their path from this use case.
export { avatarPath } from './avatar-rules.ts';

/** The bytes of an avatar in use. Refuses not_found if it was replaced. */
export async function openAvatar(
  { database, storage }: Pick<Dependencies, 'database' | 'storage'>,
  key: string,
): Promise<Buffer> {
  if (!(await readKnownAvatars.one(database, { keys: [key] }))) return refuse('not_found');
  return readPicture(storage, avatarPictures, key);
}
