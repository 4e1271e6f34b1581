import type { SystemProblem } from '#contract/operation/admin/admin-system.ts';
import { Panel } from '#web/ui/display/panel.tsx';
import { systemQuery } from '../admin-queries.ts';
import { LoadedFigures } from '../loaded-figures.tsx';
import { Cure } from './cure.tsx';
import { SystemBackups } from './system-backups.tsx';
import { SystemEmails } from './system-emails.tsx';
import { SystemJobs } from './system-jobs.tsx';
import { SystemServer } from './system-server.tsx';
import { SystemStorage } from './system-storage.tsx';

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
