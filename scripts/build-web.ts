import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { glob, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildWorker } from './build-worker.ts';
import { drawPages } from './draw-pages.ts';
import { manifestPath } from './web-manifest.ts';

const root = join(import.meta.dirname, '..');
const output = join(root, 'dist/web');
const mark = join(root, 'dist/web.sources');
const firstScript = 'before-first-paint.js';

const builtFrom = [
  'src/{contract,web}/**/*.*',
  'scripts/{aria-in-english,build-web,build-worker,draw-pages,supported-browsers,web-contract,web-manifest}.ts',
  'vite.config.ts',
  'package-lock.json',
];

/** A hash of all sources of the web build. */
async function hashSources(): Promise<string> {
  const files: string[] = [];
  for await (const file of glob(builtFrom, { cwd: root })) {
    files.push(file);
  }
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** Writes .br and .gz beside every text file, for the server to send as they are. */
async function compress(): Promise<void> {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  for await (const file of glob('**/*.{js,css,html,svg,json,webmanifest}', { cwd: output })) {
    const path = join(output, file);
    const content = await readFile(path);
    await writeFile(`${path}.br`, await promisify(brotliCompress)(content, quality));
    await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
  }
}

/** The script that every page waits for gets a hash in its name, so that browsers need not ask for it again. */
async function hashFirstScript(): Promise<string> {
  const path = join(output, firstScript);
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
    .slice(0, 8);
  const hashed = `assets/before-first-paint-${hash}.js`;
  await rename(path, join(output, hashed));
  return hashed;
}

/** Completes the document: the hashed name of its first script, and the build's name for pages and the server. */
async function completeDocument(buildName: string): Promise<void> {
  const path = join(output, 'index.html');
  const page = await readFile(path, 'utf8');
  await writeFile(path, page.replace('%BUILD%', buildName).replace(firstScript, await hashFirstScript()));
}

const isBuiltFrom = async (sources: string): Promise<boolean> =>
  existsSync(mark) && (await readFile(mark, 'utf8')) === sources && existsSync(join(output, 'artist.html'));

/** Whether the last build used the current sources. */
export const isWebBuilt = async (): Promise<boolean> => isBuiltFrom(await hashSources());

/** Builds the web if its sources have changed since the last build. */
export async function buildWeb(): Promise<void> {
  const sources = await hashSources();
  if (await isBuiltFrom(sources)) return;
  process.stdout.write('Building the web app ...\n');
  const { build } = await import('vite');
  await build({ root: join(root, 'src/web'), configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  // Read by scripts; not served.
  await rename(join(output, '.vite/manifest.json'), manifestPath);
  const buildName = sources.slice(0, 12);
  await completeDocument(buildName);
  await drawPages();
  await buildWorker(buildName);
  await compress();
  await writeFile(mark, sources);
}

if (import.meta.main) await buildWeb();
