import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientConfig } from '#server/adapters/database/database-address.ts';
import { declaredStatements } from '#server/adapters/database/statement.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { describeStatement } from '#tests/support/describe-statement.ts';

const root = join(import.meta.dirname, '../../..');
const modules = import.meta.glob(['/src/server/**/*.ts', '!/src/server/**/*.test.ts']);
/** The stores, and what the adapters keep in tables of their own. */
const declaring = globSync('src/server/**/*.ts', { cwd: root })
  .filter((file) =>
    /(?<!function )\b(statement|publicStatement)\(/.test(readFileSync(join(root, file), 'utf8')),
  )
  .map((file) => `/${file.replaceAll(sep, '/')}`)
  .filter((file) => file in modules);
let db: TestDatabase;
let client: Client;

beforeAll(async () => {
  db = await createTestDatabase();
  client = new Client(clientConfig(db.address, 'earshot_app'));
  await client.connect();
  for (const file of declaring) await modules[file]?.();
});
afterAll(async () => {
  await client.end();
  await db.drop();
});

test('every store is found and declares at least one statement', () => {
  const stores = globSync('src/server/**/*-store.ts', { cwd: root }).map(
    (file) => `/${file.replaceAll(sep, '/')}`,
  );
  expect(stores).toContain('/src/server/wallet/wallet-store.ts');
  expect(declaring).toEqual(expect.arrayContaining([...stores, '/src/server/adapters/jobs/job-queue.ts']));
  expect(declaredStatements().length).toBeGreaterThanOrEqual(declaring.length);
});

test('every statement accepts and returns what it declares, and the app role may run it', async () => {
  const faults: string[] = [];
  for (const declared of declaredStatements()) faults.push(...(await faultsOf(declared)));
  expect(faults).toEqual([]);
});

test('the comparison finds a wrong type, a wrong column and a missing permission', async () => {
  const found = await describeStatement(
    client,
    'select number, name from schema_migrations where number = $1',
  );
  expect(found).toEqual({ parameters: ['integer'], columns: { number: 'integer', name: 'text' } });
  await expect(describeStatement(client, 'select nothing from schema_migrations')).rejects.toThrow(
    '"nothing"',
  );
  const forbidden = client.query('explain (generic_plan) delete from schema_migrations where number = $1');
  await expect(forbidden).rejects.toThrow('permission denied');
});

type Declared = ReturnType<typeof declaredStatements>[number];

async function faultsOf({ text, takes, gives }: Declared): Promise<string[]> {
  const found = await describeStatement(client, text).catch((error: Error) => error);
  if (found instanceof Error) return [`${found.message} in: ${text}`];
  // EXPLAIN checks the rights of the app without running anything.
  const refused = await client.query(`explain (generic_plan) ${text}`).then(
    () => [],
    (error: Error) => [error.message],
  );
  const columns = Object.fromEntries(gives.map(({ name, type }) => [name, type]));
  const faults = [
    ...refused,
    ...takes.flatMap(({ name, type }, i) => differs(`takes ${name}`, type, found.parameters[i])),
    ...Object.keys({ ...columns, ...found.columns }).flatMap((name) =>
      differs(`gives ${name}`, columns[name], found.columns[name]),
    ),
  ];
  return faults.map((fault) => `${fault} in: ${text}`);
}

const differs = (what: string, declared = 'nothing', found = 'nothing') =>
  declared === found ? [] : [`${what}: declared ${declared}, is ${found}`];
