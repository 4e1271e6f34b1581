import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const folder = join(import.meta.dirname, '../../../node_modules/@fontsource-variable');
const day = 24 * 3600;

/** The product's fonts under stable names; those of the built web app change with each build. */
const faces = [
  {
    path: '/fonts/anybody.woff2',
    file: 'anybody/files/anybody-latin-wdth-normal.woff2',
    family: 'Anybody',
    stretch: 'font-stretch:50% 150%;',
  },
  {
    path: '/fonts/hanken-grotesk.woff2',
    file: 'hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    family: 'Hanken Grotesk',
    stretch: '',
  },
] as const;

/** The @font-face rules of these fonts. */
export const fontFaces = faces
  .map(
    ({ path, family, stretch }) =>
      `@font-face{font-family:"${family}";font-weight:100 900;${stretch}font-display:swap;src:url("${path}") format("woff2")}`,
  )
  .join('\n');

/** Serves the fonts of server-rendered pages. */
export async function servePageFonts(app: FastifyInstance): Promise<void> {
  for (const { path, file } of faces) {
    const font = await readFile(join(folder, file));
    app.get(path, (_, reply) =>
      reply.header('cache-control', `public, max-age=${day}`).type('font/woff2').send(font),
    );
  }
}
