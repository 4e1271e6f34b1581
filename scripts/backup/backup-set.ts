/** A backup among those of one place. */
export interface BackupOfSet {
  /** Its moment, for example 2026-11-22T03-15-00Z. */
  readonly name: string;
  readonly madeAt: Date;
  /** False for one that was interrupted. */
  readonly isWhole: boolean;
}

/** The name of a backup made at this moment; names sort by time. */
export const backupName = (madeAt: Date): string =>
  madeAt
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');

/** Undefined for a name that is no backup's. */
export function momentOf(name: string): Date | undefined {
  const [, day, hour, minute, second] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/.exec(name) ?? [];
  return day === undefined ? undefined : new Date(`${day}T${hour}:${minute}:${second}Z`);
}
