import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { OperatorError } from '../../../foundation/operator-messages.ts';

/** A step from one state of the tables to the next: the baseline, or a numbered file of `migrations/`. */
export interface Migration {
  readonly number: number;
  /** The file's name, for example `0990-titles.sql`. */
  readonly name: string;
  /** The SQL of a numbered file, or of each file of the baseline. */
  readonly files: readonly SqlFile[];
  /** SHA-256 of the text in hex, independent of the checkout's line endings; a constant for the baseline. */
  readonly checksum: string;
}

interface SqlFile {
  readonly name: string;
  readonly sql: string;
}

/** An applied migration, as recorded in `schema_migrations`. */
export type AppliedMigration = Pick<Migration, 'number' | 'name' | 'checksum'>;

/** The tables of version 0.6.0, in files by area. */
export const baseline: AppliedMigration = { number: 981, name: 'baseline', checksum: '0.6.0' };
/** An installation of 0.6.0 recorded the migrations that led there: the SHA-256 of their numbers and checksums, a line each. */
const checksumOf060 = '6f84aeee4276d324882091970a61418828a87ae416fb0dc8496013a401f21b0c';

/**
 * Reads the baseline, if the folder has one, and the numbered files in order. Throws on a file not named `NNNN-name.sql`
 * and on duplicate numbers.
 */
export async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const numbered = (await sqlFilesIn(folder)).filter(({ name }) => !definitions.includes(name));
  const migrations = [...(await readBaseline(folder)), ...numbered.map(numberedMigration)];
  migrations.forEach(({ number, name }, i) => {
    if (migrations[i - 1]?.number === number) throw new Error(`Two migrations have the number of ${name}.`);
  });
  return migrations;
}

/** Applied again whenever they change, so they have no number. */
const definitions = ['views.sql', 'permissions.sql', 'triggers.sql'];

async function readBaseline(folder: string): Promise<readonly Migration[]> {
  const place = join(folder, baseline.name);
  if (!existsSync(place)) return [];
  return [{ ...baseline, files: await sqlFilesIn(place) }];
}

async function sqlFilesIn(folder: string): Promise<readonly SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => ({
      name,
      sql: (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n'),
    })),
  );
}

function numberedMigration(file: SqlFile): Migration {
  const { name, sql } = file;
  const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
  if (!number) throw new Error(`A migration is named NNNN-name.sql, not ${name}.`);
  const checksum = createHash('sha256').update(sql).digest('hex');
  return { number: Number(number), name, files: [file], checksum };
}

/**
 * What is applied, with the migrations of 0.6.0 as the baseline that replaced them.
 * @throws OperatorError if the database is older than 0.6.0
 */
export function withBaseline(applied: readonly AppliedMigration[]): readonly AppliedMigration[] {
  const replaced = applied.filter(({ number, name }) => number <= baseline.number && name !== baseline.name);
  if (replaced.length === 0) return applied;
  const lines = replaced
    .toSorted((a, b) => a.number - b.number)
    .map((one) => `${one.number} ${one.checksum}`);
  if (createHash('sha256').update(lines.join('\n')).digest('hex') !== checksumOf060) {
    throw new OperatorError(
      'This database is older than Earshot 0.6.0. Start Earshot 0.6.0 on it once, and then this version.',
    );
  }
  return [baseline, ...applied.filter((one) => !replaced.includes(one))];
}

/**
 * The migrations still to apply, in order. Throws if the database does not match this code: an applied file was
 * changed, the database has a migration this code lacks, or a new file's number is below an applied one.
 */
export function pendingMigrations(
  files: readonly Migration[],
  applied: readonly AppliedMigration[],
): readonly Migration[] {
  const done = new Map(applied.map((one) => [one.number, one]));
  const newest = Math.max(0, ...done.keys());
  const unknown = applied.find(({ number }) => !files.some((file) => file.number === number));
  if (unknown) {
    throw new OperatorError(
      `The database is newer than this Earshot: it has migration ${unknown.name}. Start a newer Earshot.`,
    );
  }
  for (const { number, name, checksum } of files) {
    const before = done.get(number);
    if (before && before.checksum !== checksum) {
      throw new OperatorError(
        `Migration ${name} was changed after it was applied. Undo that and add a new migration.`,
      );
    }
    if (!before && number < newest) {
      throw new OperatorError(
        `Migration ${name} comes before migration ${newest}, which is applied. Give it a higher number.`,
      );
    }
  }
  return files.filter(({ number }) => !done.has(number));
}

/** A file whose definitions replace earlier ones, so each view, function and trigger exists in one place. */
interface DefinitionFile {
  /** Its path in the folder of migrations. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text, hexadecimal. */
  readonly checksum: string;
}

/**
 * Triggers lock most tables, one after the other. Waiting for one of them, for example behind a backup, would make all
 * servers wait for the others, so the locks are given back and taken again later.
 */
const lockMilliseconds = 1_000;
const pauseMilliseconds = 2_000;
const mostTries = 1_000;

/** In the order in which they need each other; functions by name. */
async function readDefinitionFiles(folder: string): Promise<readonly DefinitionFile[]> {
  const functions = join(folder, 'functions');
  const names = existsSync(functions)
    ? (await readdir(functions)).filter((name) => name.endsWith('.sql'))
    : [];
  const files = [
    'views.sql',
    ...names.sort().map((name) => `functions/${name}`),
    'permissions.sql',
    'triggers.sql',
  ];
  return Promise.all(
    files
      .filter((name) => existsSync(join(folder, name)))
      .map(async (name) => {
        const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
        return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
      }),
  );
}

/**
 * Updates the database's views, functions, permissions and triggers to `folder`. If any file changed, or a migration
 * forgot what is applied, runs all of them again in one transaction, because a file may use definitions of an earlier one.
 */
export async function applyDefinitions(client: Client, folder: string): Promise<void> {
  const files = await readDefinitionFiles(folder);
  const applied = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from public.schema_functions',
  );
  const known = new Map(applied.rows.map(({ name, checksum }) => [name, checksum]));
  const isCurrent =
    known.size === files.length && files.every(({ name, checksum }) => known.get(name) === checksum);
  if (isCurrent) return;
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = ${lockMilliseconds}`);
      for (const file of files) await apply(client, file);
      await client.query('delete from public.schema_functions');
      for (const { name, checksum } of files) {
        await client.query('insert into public.schema_functions (name, checksum) values ($1, $2)', [
          name,
          checksum,
        ]);
      }
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      if (tries === mostTries || !isConflict(error)) throw error;
      await sleep(pauseMilliseconds);
    }
  }
}

// 40P01: a deadlock. 55P03: a lock that was not free in time.
const isConflict = (error: unknown) =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  ['40P01', '55P03'].includes(String(error.cause.code));

async function apply(client: Client, { name, sql }: DefinitionFile): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The definitions of ${name} could not be applied: ${reason}`, { cause: error });
  }
}
