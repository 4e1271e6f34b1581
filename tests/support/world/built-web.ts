import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const page = '<!doctype html><head><title>Earshot</title></head><body><div id="before-scripts"></div></body>';
const drawnArtist = `export const makeDrawArtist = async () => () => ({ html: '<h1>An artist</h1>', css: 'h1{color:red}' });\n`;
const drawnListen = `export const makeDrawListenPage = async () => ({ named, hasEnded }) => ({ html: '<h1>' + (hasEnded ? 'ended' : (named?.title ?? 'private')) + '</h1>', css: '' });\n`;
const drawnVerdict = `export const makeDrawSharedVerdict = async () => () => ({ html: '<h1>A verdict</h1>', css: '' });\n`;

/** What the build of the web leaves for the server, with nothing to see, for tests of what the server makes of it. */
export async function aBuiltWeb(): Promise<{ webRoot: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-built-'));
  const webRoot = join(folder, 'web');
  await mkdir(webRoot);
  await mkdir(join(folder, 'drawing'));
  for (const name of ['index', 'landing', 'artist', 'listen'])
    await writeFile(join(webRoot, `${name}.html`), page);
  await writeFile(join(folder, 'drawing/artist.js'), drawnArtist);
  await writeFile(join(folder, 'drawing/shared-verdict.js'), drawnVerdict);
  await writeFile(join(folder, 'drawing/listen.js'), drawnListen);
  await writeFile(join(folder, 'drawing/package.json'), '{"type":"module"}');
  return { webRoot, remove: () => rm(folder, { recursive: true, force: true }) };
}
