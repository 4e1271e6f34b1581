import type { Judgment } from '../../foundation/judgment.ts';

const hourSeconds = 3600;

interface Schedule {
  /** Undefined if the server makes no scheduled backups. */
  readonly everyHours: number | undefined;
  readonly production: boolean;
}

/**
 * Whether the newest backup is recent enough for the schedule, or for one day without a schedule.
 * @param ageSeconds null before the first backup
 */
export function judgeBackup(ageSeconds: number | null, { everyHours, production }: Schedule): Judgment {
  const cure =
    everyHours === undefined
      ? 'Set BACKUP_DIR or BACKUP_S3_BUCKET to let the server make backups, or run npm run backup -- FOLDER.'
      : 'The log says why. npm run backup tries again now.';
  if (ageSeconds === null) {
    const first =
      everyHours === undefined
        ? cure
        : 'The server makes the first one at three minutes past the hour; if not, its log says why. npm run backup makes one now.';
    return { light: production ? 'yellow' : 'green', text: 'There has never been a backup.', cure: first };
  }
  const hours = Math.floor(ageSeconds / hourSeconds);
  const text = `The newest backup is ${hours} ${hours === 1 ? 'hour' : 'hours'} old.`;
  const due = everyHours ?? 24;
  if (hours >= 3 * due && production) return { light: 'red', text, cure };
  return { light: hours >= due + 2 ? 'yellow' : 'green', text, cure };
}
