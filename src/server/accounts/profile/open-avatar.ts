import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../refusals.ts';
import { readPicture } from '../../stored-pictures.ts';
import { avatarPictures } from './avatar-rules.ts';
import { readKnownAvatars } from './avatars-store.ts';

// The route that serves avatars reaches their path through this use case.
export { avatarPath } from './avatar-rules.ts';

/** The bytes of an avatar that somebody has now. Refuses not_found for one that was replaced. */
export async function openAvatar(
  { database, storage }: Pick<Dependencies, 'database' | 'storage'>,
  key: string,
): Promise<Buffer> {
  if (!(await readKnownAvatars.one(database, { keys: [key] }))) return refuse('not_found');
  return readPicture(storage, avatarPictures, key);
}
