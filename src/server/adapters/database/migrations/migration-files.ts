import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../../../start/operator-error.ts';

/** One file of `migrations/`. */
export interface Migration {
  readonly number: number;
  /** The file's name, for example `0001-accounts.sql`. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text in hex, independent of the checkout's line endings. */
  readonly checksum: string;
}

/** An applied migration, as recorded in `schema_migrations`. */
export type AppliedMigration = Pick<Migration, 'number' | 'name' | 'checksum'>;

/** Generated from a migrated database, for people to read. */
const schemaFile = 'schema.sql';

/** Reads a folder's numbered files in order. Throws on a file not named `NNNN-name.sql` and on duplicate numbers. */
export async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql') && name !== schemaFile).sort();
  const migrations = await Promise.all(names.map((name) => readMigration(folder, name)));
  migrations.forEach(({ number, name }, i) => {
    if (migrations[i - 1]?.number === number) throw new Error(`Two migrations have the number of ${name}.`);
  });
  return migrations;
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
  if (!number) throw new Error(`A migration is named NNNN-name.sql, not ${name}.`);
  const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
  return { number: Number(number), name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
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
