import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupPlace, readSaved, saveText } from './saved-stream.ts';

/** The folder of the operator's own texts, in the data folder and in a backup. */
export const pagesFolder = 'pages';

const filesOf = async (folder: string): Promise<string[]> => {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

/** Saves the operator's terms, privacy and contact. */
export async function savePages(dataDirectory: string, place: BackupPlace): Promise<void> {
  for (const name of await filesOf(join(dataDirectory, pagesFolder))) {
    await saveText(
      place,
      `${pagesFolder}/${name}`,
      await readFile(join(dataDirectory, pagesFolder, name), 'utf8'),
    );
  }
}

/** Brings them back. */
export async function restorePages(place: BackupPlace, dataDirectory: string): Promise<void> {
  const names = await filesOf(join(place.folder, pagesFolder));
  if (names.length > 0) await mkdir(join(dataDirectory, pagesFolder), { recursive: true });
  for (const name of names) {
    await writeFile(join(dataDirectory, pagesFolder, name), readSaved(place, `${pagesFolder}/${name}`));
  }
}
