import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { normalizePath, type Plugin } from 'vite';

const folder = normalizePath(join(import.meta.dirname, '../src/contract'));
const index = `${folder}/index.ts`;

const printCalls = `
  const { api } = await import(${JSON.stringify(pathToFileURL(index).href)});
  const plain = (calls) =>
    Object.fromEntries(Object.entries(calls).map(([name, { method, path, who }]) => [name, { method, path, who }]));
  process.stdout.write(
    JSON.stringify(Object.fromEntries(Object.entries(api).map(([concept, calls]) => [concept, plain(calls)]))),
  );
`;

/**
 * The module that browsers get instead of contract/index.ts. A separate process reads the contract in its current
 * state.
 */
export async function webContract(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', printCalls]);
  return `export const api = ${stdout};\n`;
}

/** Keeps the schemas out of browsers: the web needs only a call's method, path and access. */
export const contractForBrowsers = (): Plugin => ({
  name: 'contract-for-browsers',
  enforce: 'pre',
  resolveId(source, importer) {
    // Vite's dependency scan at the start of development reads the real contract.
    if (this.environment.mode === 'scan' || !/^zod(\/|$)/.test(source)) return;
    this.error(
      `${importer} would bring the schema library to browsers. Import only types from it, or move what the web ` +
        'needs of it to a file of src/contract without schemas.',
    );
  },
  load: (id) => (id === index ? webContract() : undefined),
  configureServer: ({ watcher }) => {
    watcher.add(folder);
  },
  hotUpdate({ file, modules }) {
    const built = this.environment.moduleGraph.getModuleById(index);
    return file.startsWith(`${folder}/`) && built ? [...new Set([...modules, built])] : undefined;
  },
});
