import { type Client, DatabaseError } from 'pg';
import { judgeBackup } from '#server/adapters/storage/backups.ts';
import type { Config } from '#server/settings/config.ts';
import { type Finding, judged } from './finding.ts';

/** Checks the age of the newest backup. */
export async function checkBackup(
  database: Client,
  { backups, production }: Pick<Config, 'backups' | 'production'>,
): Promise<Finding[]> {
  const age = await ageOf(database);
  if (age === undefined) return [];
  return [judged('backup', judgeBackup(age, { everyHours: backups?.everyHours, production }))];
}

/** Seconds; null before the first backup, undefined in a database from before backups were recorded. */
async function ageOf(database: Client): Promise<number | null | undefined> {
  try {
    const { rows } = await database.query<{ age: number | null }>(
      `select extract(epoch from now() - max(made_at))::double precision as age from public.backups
       where made_at < now() + interval '1 minute'`,
    );
    return rows[0]?.age ?? null;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '42P01') return undefined;
    throw error;
  }
}
