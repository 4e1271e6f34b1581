import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type ProxyOptions } from 'vite';
import { ariaInEnglish } from './scripts/aria-in-english.ts';
import { supportedBrowsers } from './scripts/supported-browsers.ts';
import { contractForBrowsers } from './scripts/web-contract.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;
const served = [
  '^/api/',
  '^/mailbox',
  '^/checkout/',
  '^/samples/',
  '^/(terms|privacy|contact)$',
  '^/unsubscribe/',
  '^/artist/[^/]+/preview.png',
  '^/verdicts/',
  '^/listen/',
];
/** `/health` is a page for browsers, which Vite has, and four values for machines, which the server has. */
const healthForMachines: ProxyOptions = {
  target: server,
  bypass: ({ headers, url }) => (headers.accept?.includes('text/html') ? url : undefined),
};

export default defineConfig({
  root: 'src/web',
  plugins: [
    contractForBrowsers(),
    ariaInEnglish(),
    react({ jsxImportSource: '#web/jsx' }),
    tailwindcss({ optimize: false }),
  ],
  server: {
    proxy: {
      ...Object.fromEntries(served.map((path) => [path, { target: server, ws: true }])),
      '^/health$': healthForMachines,
    },
  },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: Object.entries(supportedBrowsers).map(([name, version]) => name + version),
    // The content policy allows neither inline scripts nor data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The libraries of every page in a file each: they compress better together, and stay in caches when pages change.
    rolldownOptions: {
      output: {
        // Every page loads the list of these names. Content blockers would block some names of modules.
        chunkFileNames: 'assets/[hash:8].js',
        hashCharacters: 'base36',
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store)[\\/]/,
            },
            {
              name: 'router',
              test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|store|react-store)[\\/]/,
            },
            { name: 'query', test: /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]/ },
            // The calls of users. Together they compress better; those of admins stay with their pages.
            { name: 'calls', test: /calls\/(?!admin|books|demo|testKit)\w+$/ },
            // Every page shows the wordmark and has a session.
            {
              name: 'wordmark',
              test: /ui[\\/](music[\\/](wordmark|swell-letters|letter-width)|display[\\/]visually-hidden)\.tsx?|contract[\\/](product|cents)\.ts|routes[\\/]access\.ts|(session-rules|signed-in-mark|api-failures|request-wait)\.ts/,
            },
            // Nearly every page loads these.
            {
              name: 'pages',
              test: /src[\\/]web[\\/](shape-rules|calls[\\/]query-keys|ui[\\/](controls[\\/](pressable|theme|theme-toggle|icon-button|icon-button-style)|display[\\/](toast-queue|page-heading|current-time)))\.tsx?|createLucideIcon|lucide-react[\\/]dist[\\/]esm[\\/](icons[\\/](x|sun|moon)\.|[A-Z]\w+|defaultAttributes|shared)/,
            },
          ],
        },
      },
    },
  },
});
