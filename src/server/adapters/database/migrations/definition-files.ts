import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

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
 * Updates the database's views, functions, permissions and triggers to `folder`. If any file changed, or `isMigrated`,
 * runs all of them again in one transaction, because a file may use definitions of an earlier one.
 */
export async function applyDefinitions(client: Client, folder: string, isMigrated: boolean): Promise<void> {
  const files = await readDefinitionFiles(folder);
  await client.query(`
    create table if not exists public.schema_functions (name text primary key, checksum text not null);
    grant select on public.schema_functions to earshot_app, earshot_audit;
  `);
  const applied = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from public.schema_functions',
  );
  const known = new Map(applied.rows.map(({ name, checksum }) => [name, checksum]));
  const isCurrent =
    known.size === files.length && files.every(({ name, checksum }) => known.get(name) === checksum);
  if (isCurrent && !isMigrated) return;
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
