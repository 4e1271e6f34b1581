import type { Readable } from 'node:stream';
import { ObjectMissing } from '../../adapters/object-storage/object-storage.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { avatarPictures } from '../../identity/profile/avatar-rules.ts';
import { coverPictures } from '../../music/tracks/cover-rules.ts';
import { pictureObject } from '../../pictures/picture-rules.ts';
import { beforeAll, exportName } from './export-shapes.ts';
import { exportedAvatar, exportedCovers } from './export-store.ts';

type Needs = Pick<Dependencies, 'database' | 'storage' | 'clock'>;
interface StoredFile {
  readonly name: string;
  readonly lastModified: Date;
  readonly input: Readable;
}

const atOnce = 500;

/** The user's avatar and the covers of their tracks, as stored. */
export async function* exportedPictures(deps: Needs, userId: string): AsyncGenerator<StoredFile> {
  const { database, storage, clock } = deps;
  const avatar = await exportedAvatar.one(database, { userId });
  const avatarFile = avatar && (await storedFile(storage, pictureObject(avatarPictures, avatar.avatarKey)));
  if (avatarFile) yield { name: 'avatar.webp', lastModified: clock.now(), input: avatarFile };
  let after = beforeAll;
  for (;;) {
    const page = await exportedCovers.all(database, { userId, after, most: atOnce });
    for (const { id, coverKey, title, createdAt } of page) {
      after = id;
      const input = await storedFile(storage, pictureObject(coverPictures, coverKey));
      if (input) yield { name: `covers/${exportName(title, id)}.webp`, lastModified: createdAt, input };
    }
    if (page.length < atOnce) return;
  }
}

/** The object under the key; undefined if it is gone. */
export async function storedFile(storage: Needs['storage'], key: string): Promise<Readable | undefined> {
  try {
    return await storage.read(key);
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined;
    throw error;
  }
}
