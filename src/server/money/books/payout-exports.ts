import type { FileMethod } from '#contract/money/payout-destinations/destinations.ts';
import type { ExportLine, PayoutExport } from '#contract/money/payout-transfers/payout-exports.ts';
import type { BatchFile } from '../../adapters/payments/payout-service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { decodeCursor, oldestFirst, type Page, pageOfRows } from '../../foundation/cursor.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { ordersOf } from '../payout-transfers/transfer-orders.ts';
import { fileProvider } from '../payout-transfers/transfer-providers.ts';
import { refuseOutcome } from '../wallet/ledger-outcomes.ts';
import {
  exportById,
  exportsMade,
  linesOfExport,
  payoutsOfExport,
  takeForExport,
} from './payout-exports-store.ts';

type Row = Awaited<ReturnType<typeof exportById.only>>;

/** An export as an admin sees it. */
const toPayoutExport = (row: Row): PayoutExport => ({
  id: row.id,
  madeAt: row.createdAt.toISOString(),
  madeBy: row.madeBy,
  lineCount: row.lineCount,
  totalCents: row.totalCents,
  method: row.method,
  openLines: row.openLines,
});

/**
 * Puts every approved payout that is ready for such a file into one export; a payout is only ever in one. The same key
 * always returns the first export.
 * @throws Refusal nothing_to_export
 */
export function exportPayouts(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  admin: string,
  file: { readonly method: FileMethod; readonly euroRate?: number | undefined },
  { key, onRepeat }: { readonly key: string; readonly onRepeat: () => void },
): Promise<PayoutExport> {
  return database.transaction(async (tx) => {
    const { outcome, exportId } = await takeForExport.only(tx, {
      madeBy: admin,
      key,
      method: file.method,
      euroRate: file.euroRate ?? null,
      now: clock.now(),
    });
    if (outcome === 'nothing') refuse('nothing_to_export');
    if (exportId === null) return refuseOutcome(outcome, null);
    const made = await exportById.only(tx, { id: exportId });
    if (outcome === 'already') onRepeat();
    else {
      const details = { export: exportId, payouts: made.lineCount, cents: made.totalCents };
      const act = { event: 'payouts_exported', userId: null, actorId: admin, details } as const;
      await recordAdminAct(tx, act, clock.now());
    }
    return toPayoutExport(made);
  });
}

type Needs = Pick<Dependencies, 'database' | 'clock' | 'keys' | 'transferProviders'>;

/**
 * The files of an export. Destinations are frozen into its payouts, so the files stay the same, except that payouts
 * returned since and those with a withdrawn destination are left out.
 * @throws Refusal not_found, also if nothing is left or a former version made it in another format
 */
export async function handOverPayouts(
  deps: Needs,
  actorId: string,
  exportId: string,
): Promise<{ files: BatchFile[] }> {
  const { database, clock } = deps;
  const made = await exportById.one(database, { id: exportId });
  const provider = made?.method && fileProvider(deps, made.method);
  if (!made || !provider) return refuse('not_found');
  const lines = await payoutsOfExport.all(database, { exportId });
  const orders = await ordersOf(
    deps,
    lines.map(({ payoutId }) => payoutId),
  );
  const rate = made.euroRate === null ? {} : { euroRate: made.euroRate };
  const files = provider.write({ id: exportId, madeAt: made.createdAt, ...rate, orders });
  if (files.length === 0) return refuse('not_found');
  const act = { event: 'payouts_handed_over', userId: null, actorId, details: { export: exportId } } as const;
  await database.transaction((tx) => recordAdminAct(tx, act, clock.now()));
  return { files: [...files] };
}

const exportsPerPage = 10;

/** Exports, newest first. */
export async function listPayoutExports(
  { database }: Pick<Dependencies, 'database'>,
  cursor?: string,
): Promise<Page<PayoutExport>> {
  const rows = await exportsMade.all(database, { ...decodeCursor(cursor), most: exportsPerPage + 1 });
  return pageOfRows(rows, exportsPerPage, toPayoutExport);
}

const linesPerPage = 50;

/** The payouts of an export with their outcomes. */
export async function listExportLines(
  { database }: Pick<Dependencies, 'database'>,
  exportId: string,
  cursor?: string,
): Promise<Page<ExportLine>> {
  const { id: after } = decodeCursor(cursor, oldestFirst);
  const rows = await linesOfExport.all(database, { exportId, after, most: linesPerPage + 1 });
  return pageOfRows(rows, linesPerPage, ({ id, createdAt: _, ...line }) => ({ payoutId: id, ...line }));
}
