import { Readable } from 'node:stream';
import type { ObjectStorage } from '#server/adapters/storage/object-storage.ts';
import type { BackupFiles, BackupHome, HeldFile, NeededFiles } from './backup-home.ts';
import { type BackupOfSet, momentOf } from './backup-set.ts';
import { manifestFile, objectsFolder } from './manifest.ts';
import { steadily } from './steady-read.ts';

/*
 * In a bucket nothing can have two names, so objects lie beside the backups, under the name of the one that wrote them:
 *   backups/NAME/manifest.json, database/..., ...     objects/NAME/KEY
 * A later backup names the one that holds what it shares. An object goes when no backup that is left names it.
 */
const backupsFolder = 'backups/';
const heldFolder = `${objectsFolder}/`;

/** Storage keys allow only lowercase letters. */
const keyName = (name: string) => name.toLowerCase();
const nameOfKey = (name: string) => name.toUpperCase();

interface BucketHome {
  readonly storage: ObjectStorage;
  /** Its location, for people. */
  readonly title: string;
}

/** Backups in a part of a bucket. */
export function bucketHome({ storage, title }: BucketHome): BackupHome {
  const storedObjects = onceRead(() => readSizes(storage));
  return {
    title,
    list: () => listBackups(storage),
    files: (name) => bucketFiles(storage, storedObjects, { title, name }),
    remove: async (name) => {
      await storage.remove(pathsOf(name)(manifestFile));
      for await (const { key } of storage.list(pathsOf(name)(''))) await storage.remove(key);
    },
    sweep: async (needed) => sweep(storage, await needed()),
  };
}

function bucketFiles(
  storage: ObjectStorage,
  storedObjects: () => Promise<ReadonlyMap<string, number>>,
  { title, name }: { readonly title: string; readonly name: string },
): BackupFiles {
  const at = pathsOf(name);
  return {
    title: `${title}/${name}`,
    checksContent: storage.checksContent,
    write: async (path, content) => {
      await storage.write(at(path), content);
    },
    read: async (path, heldBy = name) =>
      Readable.from(steadily(storage, pathsOf(heldBy)(path)), { objectMode: false }),
    has: async (path) => {
      for await (const { key } of storage.list(at(path))) if (key === at(path)) return true;
      return false;
    },
    share: async (earlier, { path, heldBy = nameIn(earlier), storedBytes }: HeldFile) => {
      if ((await storedObjects()).get(pathsOf(heldBy)(path)) === storedBytes) return heldBy;
      throw new Error(`${path} in the bucket is not what ${heldBy} wrote.`);
    },
    look: async () => {
      const sizes = await readSizes(storage);
      return async ({ path, heldBy = name, storedBytes }) => sizes.get(pathsOf(heldBy)(path)) === storedBytes;
    },
  };
}

const nameIn = ({ title }: BackupFiles) => title.slice(title.lastIndexOf('/') + 1);

/** Maps a path in the backup to its key in the bucket. */
const pathsOf =
  (name: string) =>
  (path: string): string =>
    path.startsWith(heldFolder)
      ? `${heldFolder}${keyName(name)}/${path.slice(heldFolder.length)}`
      : `${backupsFolder}${keyName(name)}/${path}`;

async function listBackups(storage: ObjectStorage): Promise<BackupOfSet[]> {
  const whole = new Map<string, boolean>();
  for await (const { key } of storage.list(backupsFolder)) {
    const [, lower = '', ...path] = key.split('/');
    const name = nameOfKey(lower);
    whole.set(name, (whole.get(name) ?? false) || path.join('/') === manifestFile);
  }
  return [...whole]
    .flatMap(([name, isWhole]) => {
      const madeAt = momentOf(name);
      return madeAt ? [{ name, madeAt, isWhole }] : [];
    })
    .sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}

async function readSizes(storage: ObjectStorage): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  for await (const { key, byteLength } of storage.list(heldFolder)) sizes.set(key, byteLength);
  return sizes;
}

function onceRead<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => {
    value ??= read();
    return value;
  };
}

async function sweep(storage: ObjectStorage, needed: NeededFiles): Promise<void> {
  // Nothing is being written now, so every unfinished upload was abandoned.
  await storage.removeUnfinished(new Date(), [backupsFolder, heldFolder]);
  for await (const { key } of storage.list(heldFolder)) {
    const [, lower = '', ...path] = key.split('/');
    if (!needed.has(nameOfKey(lower), heldFolder + path.join('/'))) await storage.remove(key);
  }
}
