import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SealArchive } from './seal-archive.ts';

const form = /^\d{6}\.json$/;

/** One file for each seal in this folder, for example 000012.json. A seal is there whole, or it is not there. */
export const diskSeals = (folder: string): SealArchive => ({
  all: async () => {
    await mkdir(folder, { recursive: true });
    const names = (await readdir(folder)).filter((name) => form.test(name)).sort();
    return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  },
  keep: async (number, text) => {
    await mkdir(folder, { recursive: true });
    const fresh = join(folder, `.${randomUUID()}`);
    try {
      const file = await open(fresh, 'wx', 0o444);
      await file.writeFile(text);
      await file.sync();
      await file.close();
      // A link never replaces: of two servers that seal at once one is first.
      return await link(fresh, join(folder, `${String(number).padStart(6, '0')}.json`)).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'EEXIST') return false;
          throw error;
        },
      );
    } finally {
      await rm(fresh, { force: true });
    }
  },
});
