import type { Billing, Reversal, SoldPack } from '#contract/operation/admin/admin-billing.ts';
import { decodeCursor, type Page, pageOfRows } from '../../foundation/cursor.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { readCheckedPrices } from '../../plans/subscriptions/prices.ts';
import { packRefundableUntil, refundState } from '../../plans/subscriptions/refund-rules.ts';
import { newestPacks, newestReversals, newestStrays } from './billing-store.ts';

/** How the provider's prices compare with the plans, and the provider's subscriptions that match no account. */
export async function readBilling(deps: Pick<Dependencies, 'database' | 'billing'>): Promise<Billing> {
  const [prices, strays] = await Promise.all([readCheckedPrices(deps), newestStrays.all(deps.database, {})]);
  return {
    testMode: deps.billing.testMode,
    prices: prices.map(({ product, priceId, isSold, problem, checkedAt }) => ({
      product,
      priceId,
      isSold,
      problem,
      checkedAt: checkedAt?.toISOString() ?? null,
    })),
    strays: strays.map(({ subscriptionId, priceId, reason, userId, displayName, noticedAt }) => ({
      subscriptionId,
      priceId,
      reason,
      user: userId === null ? null : { id: userId, displayName: displayName ?? '' },
      noticedAt: noticedAt.toISOString(),
    })),
  };
}

const pageSize = 50;

/** Packs that were sold, the newest first. */
export async function listPacks(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { cursor }: { readonly cursor?: string | undefined },
): Promise<Page<SoldPack>> {
  const rows = await newestPacks.all(database, { ...decodeCursor(cursor), most: pageSize + 1 });
  const now = clock.now();
  return pageOfRows(rows, pageSize, (row) => ({
    id: row.id,
    user: { id: row.userId, displayName: row.displayName },
    pack: row.pack,
    paidAt: row.createdAt.toISOString(),
    amountCents: row.amountCents,
    refundedCents: row.refundedCents,
    currency: row.currency,
    refundableUntil: refundableUntilOf(row, now)?.toISOString() ?? null,
    refund: refundOf(row),
  }));
}

type Row = Awaited<ReturnType<typeof newestPacks.only>>;

/** Whether something of it was used, and whether the card or mailbox had a refund, is only checked during the refund. */
function refundableUntilOf(row: Row, now: Date): Date | null {
  if (row.isDisputed || row.refundCents !== null || row.refundedCents >= row.amountCents) return null;
  const until = packRefundableUntil(row.createdAt);
  return until > now ? until : null;
}

function refundOf({ refundCents, refundOutcome, refundProblem, hasRefundFailed }: Row): SoldPack['refund'] {
  if (refundCents === null) return null;
  const isUnderWay = refundOutcome === null;
  const isRefused = refundOutcome === 'refused';
  const state = refundState({ isUnderWay, isRefused, hasFailed: hasRefundFailed });
  return { state, amountCents: refundCents, problem: refundProblem };
}

/** Refunds and disputes, the newest first. */
export async function listReversals(
  { database }: Pick<Dependencies, 'database'>,
  { cursor }: { readonly cursor?: string | undefined },
): Promise<Page<Reversal>> {
  const rows = await newestReversals.all(database, { ...decodeCursor(cursor), most: pageSize + 1 });
  return pageOfRows(rows, pageSize, ({ reversalId, userId, displayName, createdAt, ...row }) => ({
    id: reversalId,
    kind: row.kind,
    status: row.status,
    amountCents: row.amountCents,
    feeCents: row.feeCents,
    currency: row.currency,
    happenedAt: createdAt.toISOString(),
    paymentId: row.paymentId,
    paidCents: row.paidCents,
    paidAt: row.paidAt.toISOString(),
    subscriptionId: row.subscriptionId,
    user: { id: userId, displayName },
  }));
}
