import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterAll, expect, test } from 'vitest';
import { forbiddenArrows, mainFiles, startedByName } from '#tests/support/world/arrows.ts';

const root = join(import.meta.dirname, '..');
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

async function cruiseSources(folder: string): Promise<ICruiseResult> {
  const { output } = await cruise(['src'], {
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden: forbiddenArrows },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js'], conditionNames: ['import', 'node'] },
  });
  if (typeof output === 'string') throw new Error(output);
  return output;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A copy of the sources with the given files planted in it. */
function plant(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-arrows-'));
  folders.push(folder);
  cpSync(join(root, 'src'), join(folder, 'src'), { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  return folder;
}

const sources = () => globSync('src/**/*.{ts,tsx}', { cwd: root });

test('every dependency points in an allowed direction, and every file is checked', async () => {
  const result = await cruiseSources(root);
  const seen = new Set(result.modules.map((module) => module.source));
  expect(sources().filter((file) => !seen.has(file))).toEqual([]);
  expect(
    result.modules
      .flatMap((module) => module.dependencies)
      // The address of a package's file, which the build resolves.
      .filter((d) => d.couldNotResolve && !d.module.endsWith('/wasm/mp3?url'))
      .map((d) => d.module),
  ).toEqual([]);
  expect(result.summary.violations.map((v) => `${v.rule.name}: ${v.from} -> ${v.to}`)).toEqual([]);
}, 60_000);

test('every file is reachable from an entry point', async () => {
  const { modules } = await cruiseSources(root);
  const reach = new Map(modules.map((module) => [module.source, module.dependencies.map((d) => d.resolved)]));
  const reached = new Set<string>();
  const walk = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const next of reach.get(file) ?? []) walk(next);
  };
  const named = sources().filter((file) => startedByName.some((pattern) => pattern.test(file)));
  for (const file of [...mainFiles, ...named, ...globSync('{scripts,tools}/**/*.ts', { cwd: root })])
    walk(file);
  expect(sources().filter((file) => !isTest(file) && !reached.has(file))).toEqual([]);
}, 60_000);

test('a planted violation of each rule is found', async () => {
  const result = await cruiseSources(
    plant({
      'src/contract/planted.ts':
        "import '#server/foundation/refusals.ts';\nimport './money/wallet/wallet.ts';",
      'src/web/planted.ts': "import '#server/foundation/refusals.ts';",
      'src/server/planted.ts': "import '#web/planted.ts';",
      'src/server/identity/planted.ts':
        "import '../money/wallet/planted-store.ts';\nimport '../adapters/database/connections/postgres-database.ts';",
      'src/server/money/wallet/planted-store.ts': "import '../../adapters/database/statement.ts';",
      'src/server/money/wallet/planted-routes.ts': "import './planted-store.ts';",
      'src/server/money/wallet/planted-rules.ts': "import './planted-store.ts';",
      'src/server/statistics/planted.ts': "import '../foundation/refusals.ts';",
      'src/server/money/wallet/planted.ts':
        "import '../../adapters/database/statement.ts';\nimport '../../http/planted.ts';",
      'src/server/money/books/planted.ts': "import '../wallet/planted-store.ts';",
      'src/server/operation/admin/planted.ts': "import '../../money/wallet/planted-routes.ts';",
      'src/server/http/planted.ts': "import '../money/wallet/planted-store.ts';",
      'src/server/adapters/planted.ts': "import '../money/wallet/planted.ts';",
      'src/server/foundation/planted.ts': "import '../adapters/planted.ts';",
      'src/web/ui/planted.tsx': "import '../identity/planted.ts';",
      'src/web/identity/planted.ts': "import '../money/wallet/planted.ts';",
      'src/web/money/wallet/planted.ts': "import '../../identity/planted.ts';",
    }),
  );
  const found = new Set(result.summary.violations.map((violation) => violation.rule.name));
  // One area stands for all in the rules that are made for each.
  const expected = forbiddenArrows
    .map((rule) => rule.name ?? '')
    .filter((name) => !name.endsWith('-later-area') || name.startsWith('identity-'));
  expect(expected.filter((name) => !found.has(name))).toEqual([]);
}, 60_000);
