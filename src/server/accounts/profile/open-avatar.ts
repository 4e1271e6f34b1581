import { buffer } from 'node:stream/consumers';
import { ObjectMissing } from '../../adapters/object-storage/object-storage.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../refusals.ts';
import { avatarObject } from './avatar-rules.ts';
import { readKnownAvatars } from './avatars-store.ts';

// The route that serves avatars reaches their path through this use case.
export { avatarPath } from './avatar-rules.ts';

/** The bytes of an avatar that somebody has now, some 50 kB. Refuses not_found for one that was replaced. */
export async function openAvatar(
  { database, storage }: Pick<Dependencies, 'database' | 'storage'>,
  key: string,
): Promise<Buffer> {
  if (!(await readKnownAvatars.one(database, { keys: [key] }))) return refuse('not_found');
  try {
    return await buffer(await storage.read(avatarObject(key)));
  } catch (error) {
    return error instanceof ObjectMissing ? refuse('not_found') : Promise.reject(error);
  }
}
