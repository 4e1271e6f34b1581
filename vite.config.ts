import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;
const served = ['^/api/', '^/mailbox', '^/checkout/', '^/samples/'];

export default defineConfig({
  root: 'src/web',
  plugins: [react(), tailwindcss()],
  server: { proxy: Object.fromEntries(served.map((path) => [path, { target: server, ws: true }])) },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // The content policy allows neither inline scripts nor data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
