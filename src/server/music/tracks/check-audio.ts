import { createHash } from 'node:crypto';
import { ObjectMissing, type ObjectStorage } from '../../adapters/storage/object-storage.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { keepCheck } from './audio-checks-store.ts';

export interface StoredAudio {
  readonly audioFileId: string;
  readonly storageKey: string;
  /** Of the bytes that were originally uploaded. */
  readonly contentSha256: Buffer;
}

type Needs = Pick<Dependencies, 'database' | 'clock' | 'storage'>;

/** Reads a stored file completely and returns whether it equals the upload. A change in either direction is logged. */
export async function checkAudio({ database, clock, storage }: Needs, file: StoredAudio): Promise<boolean> {
  const { audioFileId, contentSha256 } = file;
  const isIntact = (await hashOf(storage, file.storageKey))?.equals(contentSha256) ?? false;
  const now = clock.now();
  await database.transaction(async (tx) => {
    const kept = await keepCheck.one(tx, { audioFileId, isIntact, now });
    if (!kept?.hasChanged) return;
    const event = isIntact ? 'audio_mended' : 'audio_damaged';
    await recordAdminAct(tx, { event, userId: kept.artistId, actorId: null, details: { audioFileId } }, now);
  });
  return isIntact;
}

/** Undefined if there is no such object. */
async function hashOf(storage: ObjectStorage, key: string): Promise<Buffer | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of await storage.read(key)) hash.update(chunk);
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined;
    throw error;
  }
  return hash.digest();
}
