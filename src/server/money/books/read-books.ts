import type { Books, Correction, Entry, ListenerAccount } from '#contract/money/books/books.ts';
import { fileMethods } from '#contract/money/payout-destinations/destinations.ts';
import { reasonText } from '#contract/reviewing/reviews/rejection-reasons.ts';
import type { Dependencies } from '../../dependencies.ts';
import { decodeNumber, type Page, pageOfNumbered } from '../../foundation/cursor.ts';
import { refuse } from '../../foundation/refusals.ts';
import { normalizeEmail } from '../../identity/emails/email-rules.ts';
import { lastRun, openHalt } from './audit-store.ts';
import {
  bookFigures,
  entriesOfAll,
  entriesOfListener,
  listenerByEmail,
  waitingCorrections,
} from './books-store.ts';
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

const pageSize = 50;

/** Ledger entries, newest first; of one listener if `listenerId` is given. */
export async function listEntries(
  { database }: Pick<Dependencies, 'database'>,
  { cursor, listenerId }: { readonly cursor?: string | undefined; readonly listenerId?: string | undefined },
): Promise<Page<Entry>> {
  const wanted = { before: decodeNumber(cursor), most: pageSize + 1 };
  const rows =
    listenerId === undefined
      ? await entriesOfAll.all(database, wanted)
      : await entriesOfListener.all(database, { ...wanted, listenerId });
  return pageOfNumbered(rows, pageSize, (row) => ({
    ...row,
    reason: row.reason && reasonText(row.reason),
    createdAt: row.createdAt.toISOString(),
  }));
}

/** The balances of the user with this email address. @throws Refusal not_found */
export async function findListener(
  { database }: Pick<Dependencies, 'database'>,
  email: string,
): Promise<ListenerAccount> {
  const found = await listenerByEmail.one(database, { emailNormalized: normalizeEmail(email) });
  return found ?? refuse('not_found');
}
