/** One of the backups in a home. */
export interface BackupOfSet {
  /** When it was made, for example 2026-11-22T03-15-00Z. */
  readonly name: string;
  readonly madeAt: Date;
  /** False if it was interrupted. */
  readonly isWhole: boolean;
}

/** The name of a backup made at this moment; names sort by time. */
export const backupName = (madeAt: Date): string =>
  madeAt
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');

/** Undefined if the name is not that of a backup. */
export function momentOf(name: string): Date | undefined {
  const [, day, hour, minute, second] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/.exec(name) ?? [];
  return day === undefined ? undefined : new Date(`${day}T${hour}:${minute}:${second}Z`);
}
