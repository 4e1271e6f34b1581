import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientConfig } from '#server/adapters/database/database-address.ts';
import { declaredStatements } from '#server/adapters/database/statement.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/world/database.ts';
import { describeStatement } from '#tests/support/world/describe-statement.ts';

const root = join(import.meta.dirname, '../../..');
const modules = import.meta.glob(['/src/server/**/*.ts', '!/src/server/**/*.test.ts']);
/** The stores, and what the adapters keep in tables of their own. */
const declaring = globSync('src/server/**/*.ts', { cwd: root })
  .filter((file) => /(?<!function )\bstatement\(/.test(readFileSync(join(root, file), 'utf8')))
  .map((file) => `/${file.replaceAll(sep, '/')}`)
  .filter((file) => file in modules);
let db: TestDatabase;
let client: Client;

beforeAll(async () => {
  db = await createTestDatabase();
  client = new Client(clientConfig(db.address, 'earshot_app'));
  await client.connect();
  await client.query('set plan_cache_mode = force_generic_plan');
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
  expect(stores).toContain('/src/server/money/wallet/wallet-store.ts');
  expect(declaring).toEqual(expect.arrayContaining([...stores, '/src/server/adapters/jobs/job-queue.ts']));
  expect(declaredStatements().length).toBeGreaterThanOrEqual(declaring.length);
});

test('every statement accepts and returns what it declares, and the app role may run it', async () => {
  const faults: string[] = [];
  for (const declared of declaredStatements()) faults.push(...(await faultsOf(declared)));
  expect(faults).toEqual([]);
});

test('every statement that writes uses all its parameters; only reads leave filters out', () => {
  const forgetful = declaredStatements().filter(
    ({ text, unused }) => unused.length > 0 && /\b(insert into|update|delete from)\b/.test(text),
  );
  expect(forgetful.map(({ text, unused }) => ({ text, unused }))).toEqual([]);
});

/** What the oldest supported PostgreSQL, 15, does not know, by the version that brought it. */
const newer: Readonly<Record<number, RegExp>> = {
  16: /\b(any_value|array_shuffle|array_sample|random_normal|json_array|json_arrayagg|json_object|json_objectagg)\(|\bis json\b/i,
  17: /\b(json_table|json_exists|json_query|json_value|json_scalar|json_serialize|merge_action|to_bin|to_oct|uuid_extract_timestamp)\(|\brandom\([^)]|\bmerge into\b[^;]*\breturning\b/i,
  18: /\breturning\b[^;]*\b(old|new)\.|\b(uuidv4|uuidv7|array_sort|array_reverse|casefold|crc32c?)\(|\bwithout overlaps\b/i,
};
const newerIn = (text: string) => Object.values(newer).filter((form) => form.test(text));

test('no statement needs a PostgreSQL newer than the oldest supported one', () => {
  const found = declaredStatements().filter(({ text }) => newerIn(text).length > 0);
  expect(found.map(({ text }) => text)).toEqual([]);
  expect(newerIn('update track set title = $1 returning old.title')).toHaveLength(1);
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
  const forbidden = explain('delete from schema_migrations where number = $1', 1);
  await expect(forbidden).rejects.toThrow('permission denied');
});

/** EXPLAIN checks the rights of the app without running anything. A generic plan ignores the values. */
async function explain(text: string, parameters: number): Promise<void> {
  const values = Array.from({ length: parameters }, () => 'null');
  await client.query(`prepare asked as ${text}`);
  try {
    await client.query(`explain execute asked${values.length > 0 ? `(${values})` : ''}`);
  } finally {
    await client.query('deallocate asked');
  }
}

type Declared = ReturnType<typeof declaredStatements>[number];

async function faultsOf({ text, takes, gives }: Declared): Promise<string[]> {
  const found = await describeStatement(client, text).catch((error: Error) => error);
  if (found instanceof Error) return [`${found.message} in: ${text}`];
  const refused = await explain(text, found.parameters.length).then(
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
