import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { Client } from 'pg';
import type { Queryable } from '#server/adapters/database/database.ts';
import { ObjectMissing, type ObjectStorage } from '#server/adapters/storage/object-storage.ts';
import type { BackupFiles } from './backup-home.ts';
import {
  checkFile,
  hasFormerManifest,
  type Manifest,
  objectPathOf,
  openBackup,
  readManifest,
  SavedObject,
} from './manifest.ts';
import { isStillNamed, type NamedObject, namedObjects } from './named-objects.ts';
import type { SavedFile } from './saved-file.ts';
import { type BackupPlace, readSaved, saveStream, storedLength } from './saved-stream.ts';
import { sideBySide } from './side-by-side.ts';
import { beginSteadily } from './steady-read.ts';

/** Most of the time of one goes by waiting. In a bucket each holds 5 MiB in memory until they are sent. */
export const objectsAtOnce = 6;

/** An earlier backup of the same home, with its objects by key. */
export interface EarlierBackup {
  readonly place: BackupPlace;
  readonly objects: ReadonlyMap<string, SavedObject>;
}

export interface SavedObjects {
  readonly objectList: SavedFile;
  readonly objects: Manifest['objects'];
  /** Keys in the snapshot whose objects have been removed since. */
  readonly leftOut: string[];
  /** Bytes of the objects that the earlier backup did not have. */
  readonly copiedBytes: number;
}

interface Saving {
  readonly storage: ObjectStorage;
  /** The database as it is now, unlike the snapshot. */
  readonly database: Queryable;
  readonly place: BackupPlace;
  readonly earlier: EarlierBackup | undefined;
}

/**
 * Copies the objects that the client's snapshot names: audio, avatars and covers. What the earlier backup holds as it was saved is
 * shared with it. An object that is missing is left out where no row names it any more: it was removed meanwhile.
 * One that a row still names, or that is not what its row says, ends the backup with an error. What a cut upload left is not saved.
 */
export async function saveObjects(snapshot: Client, saving: Saving): Promise<SavedObjects> {
  const objects = { files: 0, bytes: 0 };
  const leftOut: string[] = [];
  let copiedBytes = 0;
  const lines = async function* () {
    const shareOrSave = async (named: NamedObject) => {
      const shared = await shareOne(saving, named);
      return { key: named.storageKey, shared, saved: shared ?? (await saveOne(saving, named)) };
    };
    for await (const { key, shared, saved } of sideBySide(
      namedObjects(snapshot),
      objectsAtOnce,
      shareOrSave,
    )) {
      if (!saved) {
        leftOut.push(key);
        continue;
      }
      const { byteLength, sha256 } = saved;
      const heldBy = shared?.heldBy;
      if (!shared) copiedBytes += byteLength;
      objects.files += 1;
      objects.bytes += byteLength;
      yield `${JSON.stringify({ key, byteLength, sha256, heldBy })}\n`;
    }
  };
  const list = Readable.from(lines(), { objectMode: false });
  const objectList = await saveStream(saving.place, 'objects.jsonl', list);
  return { objectList, objects, leftOut, copiedBytes };
}

/**
 * Reads an earlier backup. Undefined if nothing can be shared: it is damaged, or its format or encryption key is not this one.
 */
export async function readEarlier(
  files: BackupFiles,
  key: string | undefined,
): Promise<EarlierBackup | undefined> {
  try {
    const place = await openBackup(files, key);
    // Shared files are not encrypted again.
    if (place.key !== key || (await hasFormerManifest(files))) return undefined;
    const objects = new Map<string, SavedObject>();
    for await (const saved of listedObjects(place, await readManifest(place))) objects.set(saved.key, saved);
    return { place, objects };
  } catch {
    return undefined;
  }
}

/** Undefined if it has to be copied. Objects never change, but a disk may have damaged the saved file. */
async function shareOne(
  { earlier, place }: Saving,
  { storageKey, byteLength, sha256 }: NamedObject,
): Promise<SavedObject | undefined> {
  const saved = earlier?.objects.get(storageKey);
  if (!earlier || !saved || (byteLength ?? saved.byteLength) !== saved.byteLength) return undefined;
  if ((sha256 ?? saved.sha256) !== saved.sha256) return undefined;
  const path = objectPathOf(storageKey);
  const { heldBy } = saved;
  try {
    if (!place.files.checksContent) await checkFile(earlier.place, { ...saved, path });
    const held = { path, heldBy, storedBytes: storedLength(earlier.place, saved.byteLength) };
    return { ...saved, heldBy: await place.files.share(earlier.place.files, held) };
  } catch {
    return undefined;
  }
}

/** Undefined if the object was removed after the snapshot. */
async function saveOne(saving: Saving, named: NamedObject): Promise<SavedFile | undefined> {
  const { storageKey, byteLength, sha256 } = named;
  const content = await readNamed(saving, storageKey);
  if (!content) return undefined;
  const saved = await saveStream(saving.place, objectPathOf(storageKey), content);
  if (byteLength !== null && saved.byteLength !== byteLength) {
    throw new Error(`${storageKey} has ${saved.byteLength} bytes instead of ${byteLength}.`);
  }
  if (sha256 !== null && saved.sha256 !== sha256) {
    throw new Error(`${storageKey} is damaged: its content is not what was uploaded.`);
  }
  return saved;
}

async function readNamed({ storage, database }: Saving, key: string): Promise<Readable | undefined> {
  try {
    return await beginSteadily(storage, key);
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error;
    // A row is deleted before its object, so an object that was removed on purpose has no row by now.
    if (await isStillNamed(database, key)) throw new Error(`${key} is missing.`, { cause: error });
    return undefined;
  }
}

/** Yields every line of the list of objects. */
export async function* listedObjects(
  place: BackupPlace,
  { objectList }: Pick<Manifest, 'objectList'>,
): AsyncGenerator<SavedObject> {
  const lines = createInterface({ input: await readSaved(place, objectList.path) });
  for await (const line of lines) yield SavedObject.parse(JSON.parse(line));
}

/**
 * Checks that all stored files are there before the backup counts as complete.
 * @throws if one is missing or cut short
 */
export async function checkHeld(place: BackupPlace, saved: Pick<Manifest, 'objectList'>): Promise<void> {
  const isThere = await place.files.look();
  for await (const { key, byteLength, heldBy } of listedObjects(place, saved)) {
    const held = { path: objectPathOf(key), heldBy, storedBytes: storedLength(place, byteLength) };
    if (await isThere(held)) continue;
    throw new Error(`${key} in ${place.files.title} is not what was written. The backup is incomplete.`);
  }
}

/** Restores one object to the storage. @throws if the file is not what was saved */
export async function restoreObject(
  storage: ObjectStorage,
  place: BackupPlace,
  saved: SavedObject,
): Promise<void> {
  const content = await readSaved(place, objectPathOf(saved.key), saved.heldBy);
  await storage.write(saved.key, checkedContent(content, saved));
}

async function* checkedContent(
  content: AsyncIterable<Buffer>,
  { key, sha256 }: SavedObject,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256)
    throw new Error(`${key} is damaged: its content is not what was backed up.`);
}
