import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
}
/** Vite's manifest of the built web app: each module with its file. */
export type Manifest = Readonly<Record<string, Chunk>>;

export const manifestPath = join(import.meta.dirname, '../dist/web.manifest.json');

// The type follows Vite's documentation of the manifest.
export const readManifest = (): Manifest => JSON.parse(readFileSync(manifestPath, 'utf8')) as Manifest;

/** The scripts of these modules and of all their static imports. */
export function scriptsOf(manifest: Manifest, modules: readonly string[]): Set<string> {
  const files = new Set<string>();
  const walk = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const next of chunk.imports ?? []) walk(next);
  };
  for (const name of modules) walk(name);
  return files;
}
