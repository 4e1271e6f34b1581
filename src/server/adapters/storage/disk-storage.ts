import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  ObjectMissing,
  type ObjectStorage,
  objectKey,
  StorageFull,
  type StoredObject,
  leastFreeShare as usualFreeShare,
} from './object-storage.ts';

export interface DiskStorageOptions {
  /** Absolute path of the storage folder, created if missing. */
  readonly folder: string;
  /** New objects are rejected if a smaller share of the volume is free; 0.05 by default. */
  readonly leastFreeShare?: number;
}

const incoming = '.incoming';
const readBytes = 64 * 1024;

/** Objects as files. An object is either complete and synced to the disk, or absent. */
export function diskStorage({ folder, leastFreeShare = usualFreeShare }: DiskStorageOptions): ObjectStorage {
  const pathOf = (key: string) => join(folder, ...objectKey(key).split('/'));
  return {
    checksContent: false,
    write: async (key, content) => {
      const path = pathOf(key);
      const temporary = join(folder, incoming, randomUUID());
      try {
        await mkdir(dirname(temporary), { recursive: true });
        await refuseWhenFull(folder, leastFreeShare);
        const byteLength = await writeSynced(temporary, content);
        await moveSynced(folder, temporary, path);
        return { byteLength };
      } catch (error) {
        await rm(temporary, { force: true });
        throw isOutOfRoom(error) ? new StorageFull('The volume is full.', { cause: error }) : error;
      }
    },
    read: async (key, range) => {
      const handle = await openObject(pathOf(key), key);
      const limits = range && { start: range.first, end: range.last };
      return handle.createReadStream({ highWaterMark: readBytes, ...limits });
    },
    remove: async (key) => rm(pathOf(key), { force: true }),
    list: (prefix) => listFiles(folder, '', prefix),
    removeUnfinished: (before) => removeOlder(join(folder, incoming), before),
  };
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
const isMissing = (error: unknown) => codeOf(error) === 'ENOENT';
const isOutOfRoom = (error: unknown) => codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT';

async function refuseWhenFull(folder: string, leastFreeShare: number): Promise<void> {
  const { bavail, blocks } = await statfs(folder);
  if (bavail < blocks * leastFreeShare) throw new StorageFull('The volume is almost full.');
}

async function writeSynced(path: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

/** A rename is only durable once the parent folders are synced. */
async function moveSynced(root: string, from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
  for (let folder = dirname(to); folder.length >= root.length; folder = dirname(folder)) {
    await syncFolder(folder);
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows neither needs nor allows it.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function openObject(path: string, key: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    throw isMissing(error) ? new ObjectMissing(`There is no object ${key}.`, { cause: error }) : error;
  }
}

async function* listFiles(root: string, above: string, prefix: string): AsyncGenerator<StoredObject> {
  const names = await readdir(join(root, above), { withFileTypes: true }).catch(noneWhenMissing);
  for (const entry of names) {
    const key = above === '' ? entry.name : `${above}/${entry.name}`;
    const mayMatch = key.startsWith(prefix) || prefix.startsWith(`${key}/`);
    if (entry.name.startsWith('.') || !mayMatch) continue;
    if (entry.isDirectory()) yield* listFiles(root, key, prefix);
    else if (key.startsWith(prefix)) {
      const file = await stat(join(root, key)).catch(undefinedWhenMissing);
      if (file) yield { key, byteLength: file.size, modifiedAt: file.mtime };
    }
  }
}

async function removeOlder(folder: string, before: Date): Promise<number> {
  let removed = 0;
  for (const name of await readdir(folder).catch(noneWhenMissing)) {
    const path = join(folder, name);
    const file = await stat(path).catch(undefinedWhenMissing);
    if (!file || file.mtime >= before) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

function undefinedWhenMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

function noneWhenMissing(error: unknown): [] {
  if (!isMissing(error)) throw error;
  return [];
}
