import { recordAdminAct } from '../accounts/record-admin-act.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { refuseOwn } from './refuse-own.ts';
import { dismiss, lockReports } from './reports-store.ts';

/**
 * Dismisses open reports of one thing. Those that are dismissed already stay so.
 * @throws Refusal not_found, own_decision, already_decided
 */
export function dismissReports(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  actorId: string,
  reportIds: readonly string[],
): Promise<void> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const reports = await lockReports.all(tx, { reportIds: [...reportIds] });
    const [first] = reports;
    const isOneThing = reports.every(({ thingId }) => thingId === first?.thingId);
    if (!first || !isOneThing || reports.length < new Set(reportIds).size) return refuse('not_found');
    await refuseOwn(
      tx,
      actorId,
      reports.flatMap(({ ownerId, artistId, reporterId }) => [ownerId, artistId, reporterId]),
    );
    if (reports.some(({ outcome }) => outcome === 'taken_down')) {
      refuse('already_decided', { status: 'taken down' });
    }
    const open = reports.filter(({ outcome }) => outcome === null).map(({ id }) => id);
    if (open.length === 0) return;
    await dismiss.run(tx, { reportIds: open, decidedBy: actorId, now });
    const details = { thing: first.thingId, reports: open.length };
    await recordAdminAct(tx, { event: 'reports_dismissed', userId: first.ownerId, actorId, details }, now);
  });
}
