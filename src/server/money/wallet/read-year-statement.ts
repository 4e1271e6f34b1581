import type { YearStatement } from '#contract/money/wallet/year-statement.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { yearPayouts, yearSums, yearsWithEntries } from './year-statement-store.ts';

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
