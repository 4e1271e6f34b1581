import type { SystemFigures } from '#contract/admin/admin-system.ts';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { FounderFigure } from '../founder/founder-figure.tsx';
import { shownSize } from './shown-size.ts';
import { SystemSection } from './system-section.tsx';

/** Versions, and since when this server runs. */
export function SystemServer({ server }: { server: SystemFigures['server'] }) {
  return (
    <SystemSection title="Server">
      <dl className="grid">
        <FounderFigure name="Version" what="Of Earshot, on the server that answered this page.">
          {server.version}
        </FounderFigure>
        <FounderFigure name="Started" what="That server.">
          <TimeAgo date={server.startedAt} />
        </FounderFigure>
        <FounderFigure name="PostgreSQL" what="The version of the database.">
          {server.postgresVersion}
        </FounderFigure>
        <FounderFigure name="Database" what="Its size on disk.">
          {shownSize(server.databaseBytes)}
        </FounderFigure>
      </dl>
    </SystemSection>
  );
}
