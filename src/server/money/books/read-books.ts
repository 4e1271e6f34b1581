import type { Books, Correction } from '#contract/money/books/books.ts';
import { fileMethods } from '#contract/money/payout-destinations/destinations.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { lastRun, openHalt } from './audit-store.ts';
import { bookFigures, waitingCorrections } from './books-store.ts';
import { waitingForFiles } from './payout-exports-store.ts';

/** The state of the ledger: the latest audit and seal, the halt, and what is waiting. */
export async function readBooks({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<Books> {
  const figures = await bookFigures.only(database, {});
  const halt = await openHalt.one(database, {});
  return {
    audit: await readLastAudit(database),
    halt: halt ? { reason: halt.reason, haltedAt: halt.haltedAt.toISOString() } : null,
    toExport: await waitingForFiles.all(database, { methods: [...fileMethods], now: clock.now() }),
    secondAdminAbove: {
      payoutCents: figures.secondAdminPayoutCents,
      correctionCents: figures.secondAdminCorrectionCents,
    },
    waitingCorrections: await readWaiting(database),
  };
}

async function readLastAudit(database: Dependencies['database']): Promise<Books['audit']> {
  const run = await lastRun.one(database, {});
  if (!run) return null;
  const { sealNumber: number, sealDigest: digest, sealedEntries: entries } = run;
  const hasSeal = number !== null && digest !== null && entries !== null;
  return {
    ranAt: run.ranAt.toISOString(),
    findings: run.findings,
    seal: hasSeal ? { number, digest, entries } : null,
  };
}

async function readWaiting(database: Dependencies['database']): Promise<Correction[]> {
  const rows = await waitingCorrections.all(database, {});
  return rows.map(({ proposedBy, proposerName, proposedAt, ...row }) => ({
    ...row,
    status: 'waiting',
    proposedBy: { userId: proposedBy, displayName: proposerName },
    proposedAt: proposedAt.toISOString(),
  }));
}
