import type { SystemFigures, SystemProblem } from '#contract/operation/admin/admin-system.ts';
import { Panel } from '#web/ui/display/panel.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { AdminFigure } from '../admin-figure.tsx';
import { systemQuery } from '../admin-queries.ts';
import { LoadedFigures } from '../loaded-figures.tsx';
import { Cure } from './cure.tsx';
import { shownSize } from './shown-size.ts';
import { SystemBackups } from './system-backups.tsx';
import { SystemEmails } from './system-emails.tsx';
import { SystemJobs } from './system-jobs.tsx';
import { SystemSection } from './system-section.tsx';

const shown = (count: number) => count.toLocaleString('en-US');
const counted = (count: number, one: string) => `${shown(count)} ${count === 1 ? one : `${one}s`}`;

/** Stored data and free space. */
function SystemStorage({ storage }: { storage: SystemFigures['storage'] }) {
  const { audio, covers, avatars, partialUploads, lastSeal, disk, bucket } = storage;
  return (
    <SystemSection title="Storage">
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
        <AdminFigure
          name="Unfinished uploads"
          what={`${counted(partialUploads.uploads, 'upload')}. Deleted after a day without new data.`}
        >
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
    </SystemSection>
  );
}

/** The state of the deployment: problems first, then emails, jobs, storage, backups and the server. */
export function SystemTab() {
  return (
    <LoadedFigures query={systemQuery}>
      {(figures) => (
        <div className="grid gap-10">
          <Problems problems={figures.problems} />
          <SystemEmails emails={figures.emails} />
          <SystemJobs jobs={figures.jobs} />
          <SystemBackups backups={figures.backups} />
          <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-2">
            <SystemStorage storage={figures.storage} />
            <SystemServer server={figures.server} />
          </div>
        </div>
      )}
    </LoadedFigures>
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

/** Versions, and when this server started. */
function SystemServer({ server }: { server: SystemFigures['server'] }) {
  return (
    <SystemSection title="Server">
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
    </SystemSection>
  );
}
