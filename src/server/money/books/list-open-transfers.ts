import type { OpenTransfer } from '#contract/money/payout-transfers/payout-exports.ts';
import { decodeCursor, oldestFirst, type Page, pageOfRows } from '../../foundation/cursor.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { waitsForCents } from '../payout-transfers/provider-of.ts';
import { openTransfers } from './open-transfers-store.ts';

const pageSize = 50;

/** Approved payouts that have not arrived, except those in files. */
export async function listOpenTransfers(
  { database, clock, transferProviders }: Pick<Dependencies, 'database' | 'clock' | 'transferProviders'>,
  cursor?: string,
): Promise<Page<OpenTransfer>> {
  const rows = await openTransfers.all(database, {
    ...decodeCursor(cursor, oldestFirst),
    methods: transferProviders.map(({ method }) => method),
    fileMethods: transferProviders.flatMap(({ method, takes }) => (takes === 'files' ? [method] : [])),
    now: clock.now(),
    most: pageSize + 1,
  });
  return pageOfRows(rows, pageSize, ({ id, createdAt, sentAt, country, gatheredCents, ...row }) => ({
    payoutId: id,
    approvedAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    waitsForCents: waitsForCents({ transferProviders }, { ...row, country, gatheredCents }),
    ...row,
  }));
}
