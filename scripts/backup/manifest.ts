import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { OperatorError } from '#server/foundation/operator-messages.ts';
import type { BackupFiles } from './backup-home.ts';
import { isFormerFormat } from './former-format.ts';
import { SavedFile } from './saved-file.ts';
import { type BackupPlace, readSaved, readSavedText, saveText } from './saved-stream.ts';
import { isSealed } from './sealed-stream.ts';

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

/** What a backup contains. Written last: a folder without a manifest is not a backup. */
const Manifest = z.strictObject({
  format: z.literal(1),
  product: z.string(),
  madeAt: z.iso.datetime(),
  /** The migrations applied to the database. */
  migrations: z.array(z.strictObject({ number: z.int(), name: z.string(), checksum: z.string() })),
  tables: z.array(SavedTable),
  sequences: z.array(SavedSequence),
  partitions: z.array(SavedPartition),
  /** A file with one line for each stored object (audio, avatars and covers): key, bytes and SHA-256. */
  objectList: SavedFile,
  objects: z.strictObject({ files: z.int(), bytes: z.int() }),
  /** Keys in saved rows whose objects were removed during the backup. */
  leftOut: z.array(z.string()).default([]),
  /** The server's secret and the operator's pages; absent in backups of 0.7.0 and earlier. */
  otherFiles: z.array(SavedFile).optional(),
  /** True if the backup contains the server's secret; false if the secret was a setting. */
  hasSecret: z.boolean(),
});
export type Manifest = z.infer<typeof Manifest>;

export const manifestFile = 'manifest.json';
/** Marks a backup made by hand or before an upgrade, which is kept longer than others. */
export const keptFile = 'kept';
export const secretFile = 'server-secret';
export const objectsFolder = 'objects';
export const objectPathOf = (key: string) => `${objectsFolder}/${key}`;

/** One line of the list of objects. */
export const SavedObject = z.strictObject({
  key: z.string(),
  byteLength: z.int(),
  sha256: z.hex(),
  /** The earlier backup that holds the file, if not this one. */
  heldBy: z.string().optional(),
});
export type SavedObject = z.infer<typeof SavedObject>;

export async function writeManifest(place: BackupPlace, manifest: Manifest): Promise<void> {
  await saveText(place, manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Opens a finished backup, with the key if it is encrypted.
 * @throws OperatorError if there is none, or a key is needed and not given
 */
export async function openBackup(files: BackupFiles, key: string | undefined): Promise<BackupPlace> {
  if (!(await files.has(manifestFile)))
    throw new OperatorError(`There is no finished backup in ${files.title}.`);
  if (!(await hasSealedManifest(files))) return { files, key: undefined };
  if (key !== undefined) return { files, key };
  throw new OperatorError(
    `The backup in ${files.title} is encrypted. Set BACKUP_KEY to the key that encrypted it.`,
  );
}

/** Whether a backup is encrypted. @throws if its manifest cannot be read */
export const hasSealedManifest = async (files: BackupFiles): Promise<boolean> =>
  isSealed(await buffer(await files.read(manifestFile)));

/** Whether a backup was encrypted by 0.7.0 or earlier. @throws if its manifest cannot be read */
export const hasFormerManifest = async (files: BackupFiles): Promise<boolean> =>
  isFormerFormat(await buffer(await files.read(manifestFile)));

/** @throws if the manifest does not have this format */
export const readManifest = async (place: BackupPlace): Promise<Manifest> =>
  Manifest.parse(JSON.parse(await readSavedText(place, manifestFile)));

/** @throws if the file is missing or is not what was saved */
export async function checkFile(
  place: BackupPlace,
  file: SavedFile & Partial<Pick<SavedObject, 'heldBy'>>,
): Promise<void> {
  const hash = createHash('sha256');
  let byteLength = 0;
  await pipeline(await readSaved(place, file.path, file.heldBy), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk);
      byteLength += chunk.length;
    }
  });
  if (byteLength !== file.byteLength || hash.digest('hex') !== file.sha256) {
    throw new Error(`${file.path} is not what was backed up: the backup is damaged.`);
  }
}
