import { createReadStream, existsSync } from 'node:fs';
import { link, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BackupFiles, BackupHome } from './backup-home.ts';
import { momentOf } from './backup-set.ts';
import { makeFolder } from './folders.ts';
import { manifestFile } from './manifest.ts';

/** One backup in its own folder. Shared files are hard links, so each folder is complete by itself. */
export const folderFiles = (folder: string): BackupFiles => ({
  title: folder,
  checksContent: false,
  write: async (path, content) => {
    const target = join(folder, path);
    await makeFolder(dirname(target));
    const handle = await open(target, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  read: async (path) => createReadStream(join(folder, path)),
  has: async (path) => existsSync(join(folder, path)),
  share: async (earlier, { path }) => {
    await makeFolder(dirname(join(folder, path)));
    await link(join(earlier.title, path), join(folder, path));
    return undefined;
  },
  look:
    async () =>
    async ({ path, storedBytes }) => {
      const file = await stat(join(folder, path)).catch(() => undefined);
      return file?.size === storedBytes;
    },
});

/** Backups as subfolders of one folder. */
export const folderHome = (folder: string): BackupHome => ({
  title: folder,
  list: async () => {
    if (!existsSync(folder)) return [];
    return (await readdir(folder))
      .sort()
      .reverse()
      .flatMap((name) => {
        const madeAt = momentOf(name);
        return madeAt ? [{ name, madeAt, isWhole: existsSync(join(folder, name, manifestFile)) }] : [];
      });
  },
  files: (name) => folderFiles(join(folder, name)),
  remove: async (name) => {
    await rm(join(folder, name, manifestFile), { force: true });
    await rm(join(folder, name), { recursive: true, force: true });
  },
  sweep: async () => undefined,
});
