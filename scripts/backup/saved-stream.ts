import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { BackupFiles } from './backup-home.ts';
import type { SavedFile } from './saved-file.ts';
import { opened, sealed, sealedLength } from './sealed-stream.ts';

/** A backup to write or to read. */
export interface BackupPlace {
  readonly files: BackupFiles;
  /** The key that encrypts every file; undefined if the backup is not encrypted. */
  readonly key: string | undefined;
}

/** Writes a stream as a new file of the backup. Returns its length and SHA-256, both before encryption. */
export async function saveStream(
  { files, key }: BackupPlace,
  path: string,
  content: Readable,
  ...through: Transform[]
): Promise<SavedFile> {
  const hash = createHash('sha256');
  let byteLength = 0;
  const counting = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      byteLength += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline([
    content,
    ...through,
    counting,
    (chunks: AsyncIterable<Buffer>) => files.write(path, key === undefined ? chunks : sealed(chunks, key)),
  ]);
  return { path, byteLength, sha256: hash.digest('hex') };
}

export const saveText = (place: BackupPlace, path: string, content: string): Promise<SavedFile> =>
  saveStream(place, path, Readable.from([Buffer.from(content)]));

/** Reads a file of the backup, decrypted. The stream fails with NotReadable if it cannot be decrypted. */
export async function readSaved(
  { files, key }: BackupPlace,
  path: string,
  heldBy?: string,
): Promise<Readable> {
  const content = await files.read(path, heldBy);
  return key === undefined ? content : Readable.from(opened(content, { key, path }), { objectMode: false });
}

export const readSavedText = async (place: BackupPlace, path: string): Promise<string> =>
  text(await readSaved(place, path));

/** The stored size of content of this length, both in bytes. */
export const storedLength = ({ key }: BackupPlace, byteLength: number): number =>
  key === undefined ? byteLength : sealedLength(byteLength);
