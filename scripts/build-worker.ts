import { globSync } from 'node:fs';
import { join } from 'node:path';
import { supportedBrowsers } from './supported-browsers.ts';
import { readManifest, scriptsOf } from './web-manifest.ts';

const root = join(import.meta.dirname, '..');
const output = join(root, 'dist/web');

/** What the frame of signed-in pages and the review page load. */
const modules = [
  'index.html',
  'identity/session/session-calls.ts',
  'shell/app-frame.tsx',
  'shell/page-waiting.tsx',
  'shell/toasts.tsx',
  'reviewing/reviews/review-queue-page.tsx',
  'reviewing/reviews/review-form.tsx',
];

/** The files that the service worker stores. */
function shellFiles(): string[] {
  const manifest = readManifest();
  const missing = modules.filter((name) => manifest[name] === undefined);
  if (missing.length > 0) throw new Error(`The built web has no ${missing.join(', ')}.`);
  const { css = [], assets = [] } = manifest['index.html'] ?? {};
  const first = globSync('assets/before-first-paint-*.js', { cwd: output });
  return [...first, ...scriptsOf(manifest, modules), ...css, ...assets].map((file) => `/${file}`);
}

/** Builds src/web/worker into dist/web/worker.js, with the build's name and the files of its shell. */
export async function buildWorker(buildName: string): Promise<void> {
  const { build } = await import('vite');
  await build({
    root: join(root, 'src/web'),
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { builtShell: JSON.stringify({ build: buildName, files: shellFiles() }) },
    build: {
      outDir: output,
      emptyOutDir: false,
      target: Object.entries(supportedBrowsers).map(([name, version]) => name + version),
      rolldownOptions: {
        input: join(root, 'src/web/worker/worker.ts'),
        output: { format: 'iife', entryFileNames: 'worker.js' },
      },
    },
  });
}
