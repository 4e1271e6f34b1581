import { type Client, DatabaseError } from 'pg';
import type { Config } from '#server/settings/config.ts';
import { type Finding, green, red, yellow } from './finding.ts';

const hourSeconds = 3600;

/** How old the newest backup is. */
export async function checkBackup(
  database: Client,
  { backups, production }: Pick<Config, 'backups' | 'production'>,
): Promise<Finding[]> {
  const age = await ageOf(database);
  if (age === undefined) return [];
  return [backupFinding(age, { everyHours: backups?.everyHours, production })];
}

/** Null before the first backup; undefined in a database of before there was a record of them. */
async function ageOf(database: Client): Promise<number | null | undefined> {
  try {
    const { rows } = await database.query<{ age: number | null }>(
      'select extract(epoch from now() - max(made_at))::double precision as age from public.backups',
    );
    return rows[0]?.age ?? null;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '42P01') return undefined;
    throw error;
  }
}

interface Schedule {
  /** Undefined when the server makes none by itself. */
  readonly everyHours: number | undefined;
  readonly production: boolean;
}

export function backupFinding(ageSeconds: number | null, { everyHours, production }: Schedule): Finding {
  const cure =
    everyHours === undefined
      ? 'Set BACKUP_DIR, and the server makes them by itself; or npm run backup -- FOLDER.'
      : 'The log says why; npm run backup tries now.';
  if (ageSeconds === null) {
    const text = 'There has never been a backup.';
    return production ? yellow('backup', text, cure) : green('backup', text);
  }
  const hours = Math.floor(ageSeconds / hourSeconds);
  const text = `The newest backup is ${hours} hours old.`;
  const due = everyHours ?? 24;
  if (hours >= 3 * due && production) return red('backup', text, cure);
  return hours >= due + 2 ? yellow('backup', text, cure) : green('backup', text);
}
