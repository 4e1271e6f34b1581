import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operatorPageNames } from '#server/foundation/operator-pages.ts';
import { type BackupPlace, readSaved, saveText } from './saved-stream.ts';

/** The folder of the operator's own pages, in the data folder and in a backup. */
export const pagesFolder = 'pages';

const files = operatorPageNames.map((name) => `${name}.md`);

/** Saves the operator's terms, privacy and contact pages. */
export async function savePages(dataDirectory: string, place: BackupPlace): Promise<void> {
  for (const name of files) {
    const path = join(dataDirectory, pagesFolder, name);
    if (existsSync(path)) await saveText(place, `${pagesFolder}/${name}`, await readFile(path, 'utf8'));
  }
}

/** Restores the operator's pages. */
export async function restorePages(place: BackupPlace, dataDirectory: string): Promise<void> {
  for (const name of files) {
    const path = `${pagesFolder}/${name}`;
    if (!(await place.files.has(path))) continue;
    await mkdir(join(dataDirectory, pagesFolder), { recursive: true });
    await writeFile(join(dataDirectory, path), await readSaved(place, path));
  }
}
