import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';

/** A file of `migrations/functions/`. Its definitions replace earlier ones, so each function exists in one place. */
interface FunctionFile {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text, hexadecimal. */
  readonly checksum: string;
}

/** Reads the files in name order; empty if there is no folder. */
async function readFunctionFiles(folder: string): Promise<readonly FunctionFile[]> {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Updates the database's functions to `folder`. If any file changed, runs all of them again in one transaction, because
 * a file may use definitions of an earlier one.
 */
export async function applyFunctions(client: Client, folder: string): Promise<void> {
  const files = await readFunctionFiles(folder);
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
  if (isCurrent) return;
  try {
    await client.query('begin');
    for (const file of files) await apply(client, file);
    await client.query('delete from public.schema_functions');
    for (const { name, checksum } of files) {
      await client.query('insert into public.schema_functions (name, checksum) values ($1, $2)', [
        name,
        checksum,
      ]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function apply(client: Client, { name, sql }: FunctionFile): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The functions of ${name} could not be defined: ${reason}`, { cause: error });
  }
}
