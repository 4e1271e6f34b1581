interface Dated {
  readonly madeAt: Date;
}

export interface Retention {
  readonly keepDays: number;
  readonly keepWeeks: number;
}

const dayMilliseconds = 86_400_000;
/** 1970-01-05 was a Monday. */
const firstMonday = 4;

const dayOf = ({ madeAt }: Dated) => Math.floor(madeAt.getTime() / dayMilliseconds);
const weekOf = (backup: Dated) => Math.floor((dayOf(backup) - firstMonday) / 7);

/**
 * The backups to remove: all but the newest of each of the last days and weeks (UTC). Days without a backup do not
 * count, so nothing is removed while none are made.
 */
export function outdated<Backup extends Dated>(
  backups: readonly Backup[],
  { keepDays, keepWeeks }: Retention,
): Backup[] {
  const newestFirst = backups.toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
  const kept = new Set([
    ...newestOfEach(newestFirst, dayOf).slice(0, keepDays),
    ...newestOfEach(newestFirst, weekOf).slice(0, keepWeeks),
  ]);
  return newestFirst.filter((backup) => !kept.has(backup));
}

function newestOfEach<Backup>(newestFirst: readonly Backup[], of: (backup: Backup) => number): Backup[] {
  const newest = new Map<number, Backup>();
  for (const backup of newestFirst) if (!newest.has(of(backup))) newest.set(of(backup), backup);
  return [...newest.values()];
}
