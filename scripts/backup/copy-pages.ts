import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operatorPageNames } from '#server/foundation/operator-pages.ts';
import type { Manifest } from './manifest.ts';
import type { SavedFile } from './saved-file.ts';
import { type BackupPlace, readSaved, saveText } from './saved-stream.ts';

/** The folder of the operator's own pages, in the data folder and in a backup. */
export const pagesFolder = 'pages';

const files = operatorPageNames.map((name) => `${name}.md`);

/** Saves the operator's terms, privacy and contact pages. */
export async function savePages(dataDirectory: string, place: BackupPlace): Promise<SavedFile[]> {
  const saved: SavedFile[] = [];
  for (const name of files) {
    const path = join(dataDirectory, pagesFolder, name);
    if (existsSync(path))
      saved.push(await saveText(place, `${pagesFolder}/${name}`, await readFile(path, 'utf8')));
  }
  return saved;
}

/** Restores the operator's pages that the manifest lists. */
export async function restorePages(
  place: BackupPlace,
  { otherFiles }: Pick<Manifest, 'otherFiles'>,
  dataDirectory: string,
): Promise<void> {
  for (const name of files) {
    const path = `${pagesFolder}/${name}`;
    const isSaved = otherFiles ? otherFiles.some((file) => file.path === path) : await place.files.has(path);
    if (!isSaved) continue;
    await mkdir(join(dataDirectory, pagesFolder), { recursive: true });
    await writeFile(join(dataDirectory, path), await readSaved(place, path));
  }
}
