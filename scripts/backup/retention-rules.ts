interface Dated {
  readonly madeAt: Date;
}

export interface Retention {
  readonly keepDays: number;
  readonly keepWeeks: number;
}

const dayMilliseconds = 86_400_000;
const hourMilliseconds = 3_600_000;
/** For this long, the newest of each hour is kept, so that the backup before a mistake is still there. */
const keepHours = 48;
/** How long a backup is kept that was made by hand, or before an upgrade. */
export const keepMarkedDays = 90;
/** 1970-01-05 was a Monday. */
const firstMonday = 4;

const hourOf = ({ madeAt }: Dated) => Math.floor(madeAt.getTime() / hourMilliseconds);
const dayOf = ({ madeAt }: Dated) => Math.floor(madeAt.getTime() / dayMilliseconds);
const weekOf = (backup: Dated) => Math.floor((dayOf(backup) - firstMonday) / 7);

/**
 * The backups to remove: all but the newest of each hour in the 48 hours before the newest one, and of each of the last
 * days and weeks (UTC). Days without a backup do not count, so nothing is removed while none are made.
 */
export function outdated<Backup extends Dated>(
  backups: readonly Backup[],
  { keepDays, keepWeeks }: Retention,
): Backup[] {
  const newestFirst = backups.toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
  const newest = newestFirst[0]?.madeAt.getTime() ?? 0;
  const recent = newestFirst.filter(({ madeAt }) => newest - madeAt.getTime() < keepHours * hourMilliseconds);
  const kept = new Set([
    ...newestOfEach(recent, hourOf),
    ...newestOfEach(newestFirst, dayOf).slice(0, keepDays),
    ...newestOfEach(newestFirst, weekOf).slice(0, keepWeeks),
  ]);
  return newestFirst.filter((backup) => !kept.has(backup));
}

/** Until when a backup that was made by hand, or before an upgrade, is kept at least. */
export const keptUntil = ({ madeAt }: Dated): Date =>
  new Date(madeAt.getTime() + keepMarkedDays * dayMilliseconds);

function newestOfEach<Backup>(
  newestFirst: readonly Backup[],
  periodOf: (backup: Backup) => number,
): Backup[] {
  const newest = new Map<number, Backup>();
  for (const backup of newestFirst) if (!newest.has(periodOf(backup))) newest.set(periodOf(backup), backup);
  return [...newest.values()];
}
