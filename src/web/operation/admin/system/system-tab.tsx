import type { FinishedBackup, SystemFigures, SystemProblem } from '#contract/operation/admin/admin-system.ts';
import { waitText } from '#contract/wait-text.ts';
import { column, figure, rowName } from '#web/ui/display/columns.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { AdminFigure, AdminSection } from '../admin-figure.tsx';
import { systemQuery } from '../admin-queries.ts';
import { LoadedFigures } from '../loaded-figures.tsx';
import { shownSize } from './shown-size.ts';
import { SystemEmails } from './system-emails.tsx';
import { SystemJobs } from './system-jobs.tsx';

/** The state of the deployment: problems first, then emails, jobs, storage, backups and the server. */
export function SystemTab() {
  return (
    <LoadedFigures query={systemQuery}>
      {(figures) => (
        <div className="grid gap-10">
          <Problems problems={figures.problems} />
          <SystemEmails emails={figures.emails} />
          <SystemJobs jobs={figures.jobs} />
          <Backups backups={figures.backups} />
          <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-2">
            <Storage storage={figures.storage} />
            <Server server={figures.server} />
          </div>
        </div>
      )}
    </LoadedFigures>
  );
}

/** What to do about a problem. A command stays on one line: broken at a hyphen it reads as another one. */
function Cure({ text }: { text: string }) {
  return text.split(/(npm run \w+(?: -- [A-Z]+)?)/).map((part) =>
    part.startsWith('npm run ') ? (
      <code key={part} className="whitespace-nowrap">
        {part}
      </code>
    ) : (
      part
    ),
  );
}

function Problems({ problems }: { problems: readonly SystemProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <Panel title="Needs attention" tone="wrong">
      <ul className="grid gap-3">
        {problems.map(({ text, cure }) => (
          <li key={text} className="max-w-prose wrap-anywhere">
            {text}
            <span className="block text-sm text-muted">
              <Cure text={cure} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const backupColumns: readonly Column<FinishedBackup>[] = [
  rowName('Made', ({ madeAt }) => <TimeAgo date={madeAt} />),
  figure('Size', ({ bytes }) => shownSize(bytes)),
  figure('Copied', ({ copiedBytes }) => shownSize(copiedBytes), { isNamed: true }),
  figure('Took', ({ tookSeconds }) => waitText(Math.ceil(tookSeconds)), { isNamed: true }),
  column('Place', ({ place }) => <span className="text-sm wrap-anywhere">{place}</span>),
];

/** The backup schedule, the age of the newest, and the last ten. */
function Backups({ backups: { schedule, text, cure, newest } }: { backups: SystemFigures['backups'] }) {
  return (
    <AdminSection title="Backups">
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
        <Table caption="Newest backups" columns={backupColumns} rows={newest} rowKey={({ id }) => id} />
      )}
    </AdminSection>
  );
}

const shown = (count: number) => count.toLocaleString('en-US');
const counted = (count: number, one: string) => `${shown(count)} ${count === 1 ? one : `${one}s`}`;

function scheduleText(schedule: NonNullable<SystemFigures['backups']['schedule']>): string {
  const { place, everyHours, keepDays, keepWeeks } = schedule;
  const every = everyHours === 1 ? 'every hour' : `every ${everyHours} hours`;
  const weeks = keepWeeks === 0 ? '' : `, and of each week for ${counted(keepWeeks, 'week')}`;
  return `Earshot makes one ${every} in ${place}. It keeps the newest of each hour for 2 days, of each day for ${counted(keepDays, 'day')}${weeks}.`;
}

/** Stored data and free space. */
function Storage({ storage }: { storage: SystemFigures['storage'] }) {
  const { audio, covers, avatars, partialUploads, lastSeal, disk, bucket } = storage;
  const unfinished = `${counted(partialUploads.uploads, 'upload')}. Deleted after a day without new data.`;
  return (
    <AdminSection title="Storage">
      <dl className="grid">
        <AdminFigure name="Audio" what={counted(audio.files, 'file')}>
          {shownSize(audio.bytes)}
        </AdminFigure>
        <AdminFigure
          name="Pictures"
          what={`${counted(covers, 'cover')}, ${counted(avatars, 'avatar')}. About 50 kB each.`}
        >
          {shown(covers + avatars)}
        </AdminFigure>
        <AdminFigure name="Unfinished uploads" what={unfinished}>
          {shownSize(partialUploads.bytes)}
        </AdminFigure>
        <AdminFigure name="Seals" what="Of the books, in DATA_DIR/seals.">
          {shown(lastSeal ?? 0)}
        </AdminFigure>
        {bucket !== null && (
          <AdminFigure name="Bucket" what="Audio and pictures are on S3.">
            <span className="wrap-anywhere">{bucket}</span>
          </AdminFigure>
        )}
        <AdminFigure name="Free" what={`Of ${shownSize(disk.totalBytes)} on the volume of DATA_DIR.`}>
          {shownSize(disk.freeBytes)}
        </AdminFigure>
      </dl>
    </AdminSection>
  );
}

/** Versions, and when this server started. */
function Server({ server }: { server: SystemFigures['server'] }) {
  return (
    <AdminSection title="Server">
      <dl className="grid">
        <AdminFigure name="Version" what="Of Earshot, on the server that sent this page.">
          {server.version}
        </AdminFigure>
        <AdminFigure name="Started" what="When that server started.">
          <TimeAgo date={server.startedAt} />
        </AdminFigure>
        <AdminFigure name="PostgreSQL" what="The version of the database.">
          {server.postgresVersion}
        </AdminFigure>
        <AdminFigure name="Database" what="Its size on disk.">
          {shownSize(server.databaseBytes)}
        </AdminFigure>
      </dl>
    </AdminSection>
  );
}
