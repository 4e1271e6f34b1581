import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from './folders.ts';
import type { SavedFile } from './manifest.ts';

/** Writes a stream as a new file of the backup, synced to the disk, and answers its length and SHA-256. */
export async function saveStream(
  folder: string,
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
      (chunks: AsyncIterable<Buffer>) => handle.writeFile(chunks),
    ]);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { path, byteLength, sha256: hash.digest('hex') };
}

export const saveText = (folder: string, path: string, text: string): Promise<SavedFile> =>
  saveStream(folder, path, Readable.from([Buffer.from(text)]));
