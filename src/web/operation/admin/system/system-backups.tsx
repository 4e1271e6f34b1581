import type { FinishedBackup, SystemFigures } from '#contract/operation/admin/admin-system.ts';
import { waitText } from '#contract/wait-text.ts';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { Cure } from './cure.tsx';
import { shownSize } from './shown-size.ts';
import { SystemSection } from './system-section.tsx';

/** The backup schedule, the age of the newest, and the last ten. */
export function SystemBackups({ backups }: { backups: SystemFigures['backups'] }) {
  const { schedule, text, cure, newest } = backups;
  return (
    <SystemSection title="Backups">
      <div className="grid max-w-prose gap-1 wrap-anywhere">
        <p>
          {text} {schedule === null ? 'None are scheduled.' : scheduleText(schedule)}
        </p>
        {cure !== null && (
          <p className="text-sm text-muted">
            <Cure text={cure} />
          </p>
        )}
      </div>
      {newest.length > 0 && (
        <Table caption="Newest backups" columns={columns} rows={newest} rowKey={({ id }) => id} />
      )}
    </SystemSection>
  );
}

type Schedule = NonNullable<SystemFigures['backups']['schedule']>;

function scheduleText({ place, everyHours, keepDays, keepWeeks }: Schedule): string {
  const every = everyHours === 1 ? 'every hour' : `every ${everyHours} hours`;
  const days = keepDays === 1 ? '1 day' : `${keepDays} days`;
  const weeks = keepWeeks === 1 ? '1 week' : `${keepWeeks} weeks`;
  const kept = `the newest of each hour for 2 days, of each day for ${days}${keepWeeks === 0 ? '' : `, and of each week for ${weeks}`}`;
  return `Earshot makes one ${every} in ${place}. It keeps ${kept}.`;
}

const columns: readonly Column<FinishedBackup>[] = [
  { id: 'made', header: 'Made', isRowHeader: true, cell: ({ madeAt }) => <TimeAgo date={madeAt} /> },
  { id: 'bytes', header: 'Size', align: 'end', cell: ({ bytes }) => shownSize(bytes) },
  {
    id: 'copied',
    header: 'Copied',
    align: 'end',
    isNamed: true,
    cell: ({ copiedBytes }) => shownSize(copiedBytes),
  },
  {
    id: 'took',
    header: 'Took',
    align: 'end',
    isNamed: true,
    cell: ({ tookSeconds }) => waitText(Math.ceil(tookSeconds)),
  },
  {
    id: 'place',
    header: 'Place',
    cell: ({ place }) => <span className="text-sm wrap-anywhere">{place}</span>,
  },
];
