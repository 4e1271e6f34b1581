import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of the operator's own texts, in the data folder and in a backup. */
export const pagesFolder = 'pages';

/** Copies the operator's terms, privacy and contact from a data folder to a backup, or back. */
export async function copyPages(from: string, to: string): Promise<void> {
  const pages = join(from, pagesFolder);
  if (existsSync(pages)) await cp(pages, join(to, pagesFolder), { recursive: true });
}
