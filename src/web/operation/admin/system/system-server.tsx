import type { SystemFigures } from '#contract/operation/admin/admin-system.ts';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { AdminFigure } from '../admin-figure.tsx';
import { shownSize } from './shown-size.ts';
import { SystemSection } from './system-section.tsx';

/** Versions, and when this server started. */
export function SystemServer({ server }: { server: SystemFigures['server'] }) {
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
