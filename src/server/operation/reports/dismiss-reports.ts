import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { endHoldOfReports, lockSameRecordings } from '../../music/tracks/audio/hold-recording.ts';
import { refuseOwn } from '../../trust/linked-accounts/refuse-own.ts';
import { dismiss, latestOutcome, lockOpenReports } from './reports-store.ts';

/**
 * Dismisses these reports of one item, as far as they are open. A track that was held because of them is served again.
 * Does nothing if they are already dismissed.
 * @throws Refusal not_found, own_decision, already_decided
 */
export function dismissReports(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  actorId: string,
  reported: { readonly thingId: string; readonly reportIds: string[] },
): Promise<void> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    // Entries before reports, as a takedown locks both.
    await lockSameRecordings(tx, reported.thingId);
    const reports = await lockOpenReports.all(tx, reported);
    const [first] = reports;
    if (!first) return requireDismissed(tx, reported.thingId);
    await refuseOwn(
      tx,
      actorId,
      reports.flatMap(({ ownerId, artistId, reporterId }) => [ownerId, artistId, reporterId]),
    );
    await dismiss.run(tx, { ids: reports.map(({ id }) => id), decidedBy: actorId, now });
    await endHoldOfReports(tx, reported.thingId);
    const details = { thing: reported.thingId, reports: reports.length };
    await recordAdminAct(tx, { event: 'reports_dismissed', userId: first.ownerId, actorId, details }, now);
  });
}

async function requireDismissed(tx: Transaction, thingId: string): Promise<void> {
  const { outcome } = (await latestOutcome.one(tx, { thingId })) ?? refuse('not_found');
  if (outcome === 'taken_down') refuse('already_decided', { status: 'taken down' });
}
