import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

const SavedFile = z.strictObject({
  /** Path below the backup's folder, with forward slashes. */
  path: z.string(),
  byteLength: z.int(),
  sha256: z.hex(),
});
export type SavedFile = z.infer<typeof SavedFile>;

const SavedTable = z.strictObject({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  file: SavedFile,
});
export type SavedTable = z.infer<typeof SavedTable>;

const SavedSequence = z.strictObject({ schema: z.string(), name: z.string(), value: z.string() });
export type SavedSequence = z.infer<typeof SavedSequence>;

const SavedPartition = z.strictObject({ parent: z.string(), name: z.string(), bounds: z.string() });
export type SavedPartition = z.infer<typeof SavedPartition>;

/** What a backup holds. It is written last: a folder without it is no backup. */
const Manifest = z.strictObject({
  format: z.literal(1),
  product: z.string(),
  madeAt: z.iso.datetime(),
  /** The migrations that the database had. */
  migrations: z.array(z.strictObject({ number: z.int(), name: z.string(), checksum: z.string() })),
  tables: z.array(SavedTable),
  sequences: z.array(SavedSequence),
  partitions: z.array(SavedPartition),
  /** One line for each stored object, audio, avatars and covers: its key, bytes and SHA-256. */
  objectList: SavedFile,
  objects: z.strictObject({ files: z.int(), bytes: z.int() }),
  /** Whether the server's secret is part of the backup, or was a setting. */
  hasSecret: z.boolean(),
});
export type Manifest = z.infer<typeof Manifest>;

export const manifestFile = 'manifest.json';
export const secretFile = 'server-secret';

/** One line of the list of objects. */
export const SavedObject = z.strictObject({ key: z.string(), byteLength: z.int(), sha256: z.hex() });
export type SavedObject = z.infer<typeof SavedObject>;

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
}

/** @throws when the folder holds no finished backup of this format */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch((cause: unknown) => {
    throw new Error(`There is no finished backup in ${folder}.`, { cause });
  });
  return Manifest.parse(JSON.parse(text));
}

/** @throws when a file is missing or not what was saved */
export async function checkFile(folder: string, file: SavedFile): Promise<void> {
  const hash = createHash('sha256');
  let byteLength = 0;
  await pipeline(createReadStream(join(folder, file.path)), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk);
      byteLength += chunk.length;
    }
  });
  if (byteLength !== file.byteLength || hash.digest('hex') !== file.sha256) {
    throw new Error(`${file.path} is not what was saved: the backup is damaged.`);
  }
}
