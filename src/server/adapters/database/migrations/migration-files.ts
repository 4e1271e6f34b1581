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
  /** SHA-256 of the text, hexadecimal, the same whatever line ends the checkout has. */
  readonly checksum: string;
}

/** What `schema_migrations` says was applied. */
export type AppliedMigration = Pick<Migration, 'number' | 'name' | 'checksum'>;

/** Generated from a migrated database, to be read by people. */
const schemaFile = 'schema.sql';

/** Reads the numbered files of a folder in order. Throws on a file that is not `NNNN-name.sql` and on a number used twice. */
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
 * The migrations still to apply, in order. Throws when the database does not fit this code: an applied file was changed,
 * the database has one this code does not know, or a file came in below one that is already applied.
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
