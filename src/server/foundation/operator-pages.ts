import { constants, copyFile, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type OperatorPage, operatorPages } from '#contract/page-paths.ts';

const samples = join(import.meta.dirname, '../../../samples/pages');
/** The sentence that marks a starting text. Without it, a page counts as the operator's own. */
const sampleMark = 'This is a sample text.';
/** Protects the memory from a page file that was replaced by something large. */
const mostBytes = 512 * 1024;

export const operatorPageNames = Object.keys(operatorPages) as OperatorPage[];

const folderOf = (dataDirectory: string) => join(dataDirectory, 'pages');

/** Writes a starting text for each missing page. Existing pages are not changed. */
export async function writeMissingPages(dataDirectory: string): Promise<void> {
  const folder = folderOf(dataDirectory);
  await mkdir(folder, { recursive: true });
  for (const name of operatorPageNames) {
    await copyFile(join(samples, `${name}.md`), join(folder, `${name}.md`), constants.COPYFILE_EXCL).catch(
      unlessThere,
    );
  }
}

/** The current Markdown of a page; the starting text if the file cannot be read. */
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
