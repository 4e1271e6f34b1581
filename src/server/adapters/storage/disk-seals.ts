import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Stores the ledger's seals outside the database, in order. A stored seal never changes. */
export interface SealArchive {
  /** Every stored seal as written, oldest first. */
  all(): Promise<string[]>;
  /** Stores a seal. Returns false if another process already stored one under this number. */
  keep(number: number, text: string): Promise<boolean>;
}

const form = /^\d{6}\.json$/;

/** One file per seal in this folder, for example 000012.json. A seal is either complete or absent. */
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
      // A hard link never replaces a file, so if two servers seal at once only one succeeds.
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
