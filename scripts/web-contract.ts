import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { normalizePath, type Plugin } from 'vite';

const folder = normalizePath(join(import.meta.dirname, '../src/contract'));
const index = `${folder}/index.ts`;
/** A module for each concept, so that a page loads only the calls it makes. */
const concepts = '\0calls';

const printCalls = `
  const { api } = await import(${JSON.stringify(pathToFileURL(index).href)});
  const plain = (calls) =>
    Object.fromEntries(Object.entries(calls).map(([name, { method, path, who, takesLong }]) => [name, { method, path, who, takesLong }]));
  process.stdout.write(
    JSON.stringify(Object.fromEntries(Object.entries(api).map(([concept, calls]) => [concept, plain(calls)]))),
  );
`;

interface WebCall {
  readonly method: string;
  readonly path: string;
  readonly who: string;
  readonly takesLong?: true;
}
type WebCalls = Readonly<Record<string, Readonly<Record<string, WebCall>>>>;

/** What browsers need to know of each call, by concept and name. A separate process reads the contract as it is now. */
export async function webCalls(): Promise<WebCalls> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', printCalls]);
  return JSON.parse(stdout) as WebCalls; // Printed above.
}

const lines = (all: readonly string[]) => `${all.join('\n')}\n`;
const conceptsModule = (calls: WebCalls) =>
  lines(Object.keys(calls).map((concept) => `export * as ${concept} from '${concepts}/${concept}';`));
const conceptModule = (calls: WebCalls[string] = {}) =>
  lines(Object.entries(calls).map(([name, call]) => `export const ${name} = ${JSON.stringify(call)};`));

/** Keeps the schemas out of browsers: the web needs only a call's method, path, access and whether it takes long. */
export function contractForBrowsers(): Plugin {
  let known: Promise<WebCalls> | undefined;
  const calls = () => {
    known ??= webCalls();
    return known;
  };
  return {
    name: 'contract-for-browsers',
    enforce: 'pre',
    // The scan for dependencies at the start of development reads the real contract.
    config: () => ({ optimizeDeps: { exclude: ['zod'] } }),
    buildStart() {
      known = undefined;
    },
    resolveId(source, importer) {
      if (source.startsWith(concepts)) return source;
      if (!/^zod(\/|$)/.test(source)) return;
      this.error(
        `${importer} would bring the schema library to browsers. Import only types from it, or move what the web ` +
          'needs of it to a file of src/contract without schemas.',
      );
    },
    async load(id) {
      if (id === index) return `export * as api from '${concepts}';\n`;
      if (id === concepts) return conceptsModule(await calls());
      return id.startsWith(concepts)
        ? conceptModule((await calls())[id.slice(concepts.length + 1)])
        : undefined;
    },
    configureServer: ({ watcher }) => {
      watcher.add(folder);
    },
    hotUpdate({ file, modules }) {
      if (!file.startsWith(`${folder}/`)) return;
      known = undefined;
      const { idToModuleMap } = this.environment.moduleGraph;
      return [
        ...new Set([...modules, ...idToModuleMap.values().filter(({ id }) => id?.startsWith(concepts))]),
      ];
    },
  };
}
