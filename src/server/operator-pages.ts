import { constants, copyFile, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type OperatorPage, operatorPages } from '#contract/page-paths.ts';

const samples = join(import.meta.dirname, '../../samples/pages');
/** What a starting text says of itself. A page is the operator's own as soon as it says so no longer. */
const sampleMark = 'This is a sample text.';
/** A page that was replaced by something else entirely must not fill the memory. */
const mostBytes = 512 * 1024;

export const operatorPageNames = Object.keys(operatorPages) as OperatorPage[];

const folderOf = (dataDirectory: string) => join(dataDirectory, 'pages');

/** Puts a starting text in the place of each page that is missing. Pages that are there stay as they are. */
export async function writeMissingPages(dataDirectory: string): Promise<void> {
  const folder = folderOf(dataDirectory);
  await mkdir(folder, { recursive: true });
  for (const name of operatorPageNames) {
    await copyFile(join(samples, `${name}.md`), join(folder, `${name}.md`), constants.COPYFILE_EXCL).catch(
      unlessThere,
    );
  }
}

/** The Markdown of a page as it is now; the starting text where the file cannot be read. */
export async function readOperatorPage(dataDirectory: string, name: OperatorPage): Promise<string> {
  const file = `${name}.md`;
  return readUpTo(join(folderOf(dataDirectory), file)).catch(() => readUpTo(join(samples, file)));
}

/** The pages that are still starting texts. */
export async function samplePages(dataDirectory: string): Promise<OperatorPage[]> {
  const texts = await Promise.all(operatorPageNames.map((name) => readOperatorPage(dataDirectory, name)));
  return operatorPageNames.filter((_name, i) => texts[i]?.includes(sampleMark));
}

async function readUpTo(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(mostBytes), 0, mostBytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
