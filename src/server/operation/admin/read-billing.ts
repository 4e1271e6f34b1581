import type {
  Billing,
  PlanRefund,
  Reversal,
  SoldPack,
  SubscriptionEntry,
} from '#contract/operation/admin/admin-billing.ts';
import type { Dependencies } from '../../dependencies.ts';
import { decodeCursor, type Page, pageOfRows } from '../../foundation/cursor.ts';
import { lastingSubscription, type Pause, pauseOf } from '../../plans/subscriptions/eligibility-rules.ts';
import { readCheckedPrices } from '../../plans/subscriptions/prices.ts';
import { packRefundableUntil, refundableUntil, refundState } from '../../plans/subscriptions/refund-rules.ts';
import {
  newestPacks,
  newestReversals,
  newestStrays,
  newestSubscriptions,
  subscriptionsNamed,
  troubledSubscriptions,
} from './billing-store.ts';

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
    refundableUntil: packRefundableUntilOf(row, now)?.toISOString() ?? null,
    refund: refundOfPack(row),
  }));
}

type PackRow = Awaited<ReturnType<typeof newestPacks.only>>;

/** Whether something of it was used, and whether the card or mailbox had a refund, is only checked during the refund. */
function packRefundableUntilOf(row: PackRow, now: Date): Date | null {
  if (row.isDisputed || row.refundCents !== null || row.refundedCents >= row.amountCents) return null;
  const until = packRefundableUntil(row.createdAt);
  return until > now ? until : null;
}

function refundOfPack({
  refundCents,
  refundOutcome,
  refundProblem,
  hasRefundFailed,
}: PackRow): SoldPack['refund'] {
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

interface Filter {
  readonly search?: string | undefined;
  readonly show?: 'all' | 'attention' | undefined;
  readonly cursor?: string | undefined;
}

/** Billed subscriptions, the newest first. */
export async function listSubscriptions(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { search, show, cursor }: Filter,
): Promise<Page<SubscriptionEntry>> {
  const place = { ...decodeCursor(cursor), most: pageSize + 1 };
  const onlyTroubled = show === 'attention';
  const rows = await (search !== undefined
    ? subscriptionsNamed.all(database, { ...place, search, onlyTroubled })
    : onlyTroubled
      ? troubledSubscriptions.all(database, place)
      : newestSubscriptions.all(database, place));
  const now = clock.now();
  return pageOfRows(rows, pageSize, (row) => toEntry(row, now));
}

type SubscriptionRow = Awaited<ReturnType<typeof newestSubscriptions.only>>;

function toEntry(row: SubscriptionRow, now: Date): SubscriptionEntry {
  const lasting = lastingSubscription(
    { ...row, startedAt: row.createdAt, isBilled: true, billingSubscriptionId: row.subscriptionId },
    now,
  );
  const pausedFor = lasting ? pauseOf(lasting, now) : null;
  const { id, displayName, plan, endedFor, problem, subscriptionId, customerId, priceId, lastNotice } = row;
  return {
    userId: id,
    displayName,
    plan,
    problem,
    subscriptionId,
    customerId,
    priceId,
    lastNotice,
    pausedFor,
    state: lasting ? stateOf(row, pausedFor) : 'ended',
    endedFor: lasting ? null : endedFor,
    startedAt: row.createdAt.toISOString(),
    periodEnd: row.periodEnd.toISOString(),
    endsAt: row.expiresAt?.toISOString() ?? null,
    pastDueSince: row.pastDueSince?.toISOString() ?? null,
    lastNoticeAt: row.lastNoticeAt?.toISOString() ?? null,
    paidCents: row.paidCents,
    refundedCents: row.refundedCents,
    currency: row.currency ?? 'usd',
    refundableUntil: firstPaymentRefundableUntil(row, now)?.toISOString() ?? null,
    refund: refundOfSubscription(row),
  };
}

/**
 * Until when a first payment can be refunded; null if it was fully refunded or is disputed, since then the bank
 * decides. Whether the card or mailbox had a refund before is only checked during the refund.
 */
function firstPaymentRefundableUntil(
  { firstPaidAt, paidCents, refundedCents, refunds, isDisputed }: SubscriptionRow,
  now: Date,
): Date | null {
  if (isDisputed || firstPaidAt === null || refunds > 0 || paidCents <= refundedCents) return null;
  const until = refundableUntil(firstPaidAt);
  return until > now ? until : null;
}

function refundOfSubscription({
  refunds,
  refundCents,
  refundsUnderWay,
  refundsFailed,
  refundProblem,
}: SubscriptionRow): PlanRefund | null {
  if (refunds === 0) return null;
  const isUnderWay = refundsUnderWay > 0;
  const state = refundState({ isUnderWay, isRefused: refundProblem !== null, hasFailed: refundsFailed > 0 });
  return { state, amountCents: refundCents, problem: refundProblem };
}

function stateOf(
  { pastDueSince, expiresAt }: SubscriptionRow,
  pausedFor: Pause | null,
): Exclude<SubscriptionEntry['state'], 'ended'> {
  if (pausedFor !== null) return 'paused';
  if (pastDueSince !== null) return 'past_due';
  return expiresAt === null ? 'active' : 'cancelling';
}
