import type { Movement, Wallet } from '#contract/money/wallet/wallet.ts';
import type { YearStatement } from '#contract/money/wallet/year-statement.ts';
import { reasonText } from '#contract/reviewing/reviews/rejection-reasons.ts';
import type { Dependencies } from '../../dependencies.ts';
import { decodeNumber, type Page, pageOfNumbered } from '../../foundation/cursor.ts';
import {
  movementsOfListener,
  walletFigures,
  yearPayouts,
  yearSums,
  yearsWithEntries,
} from './wallet-store.ts';
import { moneyUnderReview } from './withhold-payout.ts';

/** The listener's balances and totals; the month is the calendar month in UTC. */
export async function readWallet(deps: Dependencies, listenerId: string): Promise<Wallet> {
  const now = deps.clock.now();
  const monthStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const figures = await walletFigures.only(deps.database, { listenerId, monthStart });
  return { ...figures, underReview: await moneyUnderReview(deps.database, listenerId) };
}

/** All ledger entries that moved the listener's money, newest first, `size` per page. */
export async function listMovements(
  { database }: Pick<Dependencies, 'database'>,
  listenerId: string,
  { cursor, size }: { readonly cursor?: string | undefined; readonly size: number },
): Promise<Page<Movement>> {
  const most = size + 1;
  const rows = await movementsOfListener.all(database, { listenerId, before: decodeNumber(cursor), most });
  return pageOfNumbered(rows, size, (row) => ({
    ...row,
    reason: row.reason && reasonText(row.reason),
    createdAt: row.createdAt.toISOString(),
  }));
}

/** A listener's ledger totals of a calendar year (UTC), the current one by default. */
export async function readYearStatement(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  listenerId: string,
  wanted: number | undefined,
): Promise<YearStatement> {
  const year = wanted ?? clock.now().getUTCFullYear();
  const span = { listenerId, from: new Date(Date.UTC(year, 0, 1)), to: new Date(Date.UTC(year + 1, 0, 1)) };
  const sums = await yearSums.only(database, span);
  const payouts = await yearPayouts.all(database, span);
  const known = await yearsWithEntries.all(database, { listenerId });
  const years = new Set([clock.now().getUTCFullYear(), ...known.map((row) => row.year)]);
  return {
    year,
    years: [...years].sort((one, other) => other - one),
    ...sums,
    payouts: payouts.map((payout) => ({ ...payout, bookedAt: payout.bookedAt.toISOString() })),
  };
}
