import type { Wallet } from '#contract/money/wallet/wallet.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { walletFigures } from './wallet-store.ts';

/** The listener's balances and totals; the month is the calendar month in UTC. */
export async function readWallet(deps: Dependencies, listenerId: string): Promise<Wallet> {
  const now = deps.clock.now();
  const monthStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const row = await walletFigures.only(deps.database, { listenerId, monthStart });
  return {
    availableCents: row.availableCents,
    pendingCents: row.pendingCents,
    owedCents: row.owedCents,
    totalEarningsCents: row.totalEarningsCents,
    thisMonthCents: row.thisMonthCents,
    reviewsThisMonth: row.reviewsThisMonth,
  };
}
