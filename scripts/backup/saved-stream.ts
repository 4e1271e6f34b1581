import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from './folders.ts';
import type { SavedFile } from './manifest.ts';
import { headBytes, isSealed, opened, sealed } from './sealed-stream.ts';

/** Where a backup lies. */
export interface BackupPlace {
  readonly folder: string;
  /** Every file of it is encrypted with this key; undefined for a backup that is not encrypted. */
  readonly key: string | undefined;
}

/**
 * Writes a stream as a new file of the backup, synced to the disk, and answers its length and SHA-256, both from before it was
 * encrypted.
 */
export async function saveStream(
  { folder, key }: BackupPlace,
  path: string,
  content: Readable,
  ...through: Transform[]
): Promise<SavedFile> {
  const target = join(folder, path);
  await makeFolder(dirname(target));
  const hash = createHash('sha256');
  let byteLength = 0;
  const counting = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      byteLength += chunk.length;
      done(null, chunk);
    },
  });
  const handle = await open(target, 'wx', 0o600);
  try {
    await pipeline([
      content,
      ...through,
      counting,
      (chunks: AsyncIterable<Buffer>) =>
        handle.writeFile(key === undefined ? chunks : sealed(chunks, { key, path })),
    ]);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { path, byteLength, sha256: hash.digest('hex') };
}

export const saveText = (place: BackupPlace, path: string, content: string): Promise<SavedFile> =>
  saveStream(place, path, Readable.from([Buffer.from(content)]));

/** A file of the backup as it was before it was encrypted. The stream fails with NotReadable where it cannot be decrypted. */
export function readSaved({ folder, key }: BackupPlace, path: string): Readable {
  const content = createReadStream(join(folder, path));
  return key === undefined ? content : Readable.from(opened(content, { key, path }), { objectMode: false });
}

export const readSavedText = (place: BackupPlace, path: string): Promise<string> =>
  text(readSaved(place, path));

/** Whether a file of a backup is encrypted. @throws when it cannot be read */
export async function isSealedFile(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const { buffer } = await handle.read({ buffer: Buffer.alloc(headBytes), position: 0 });
    return isSealed(buffer);
  } finally {
    await handle.close();
  }
}
