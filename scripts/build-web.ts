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

/** Writes the build's name into the document, where pages and the server read it. */
async function nameBuild(buildName: string): Promise<void> {
  const path = join(output, 'index.html');
  await writeFile(path, (await readFile(path, 'utf8')).replace('%BUILD%', buildName));
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
  await nameBuild(buildName);
  await drawPages();
  await buildWorker(buildName);
  await compress();
  await writeFile(mark, sources);
}

if (import.meta.main) await buildWeb();
