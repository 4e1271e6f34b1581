import type { PlanRefund, SubscriptionEntry } from '#contract/operation/admin/admin-billing.ts';
import { decodeCursor, type Page, pageOfRows } from '../../foundation/cursor.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { lastingSubscription, type Pause, pauseOf } from '../../plans/subscriptions/eligibility-rules.ts';
import { refundableUntil, refundState } from '../../plans/subscriptions/refund-rules.ts';
import { newestSubscriptions, subscriptionsNamed, troubledSubscriptions } from './billing-store.ts';

const pageSize = 50;

interface Asked {
  readonly search?: string | undefined;
  readonly show?: 'all' | 'attention' | undefined;
  readonly cursor?: string | undefined;
}

/** Billed subscriptions, the newest first. */
export async function listSubscriptions(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { search, show, cursor }: Asked,
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

type Row = Awaited<ReturnType<typeof newestSubscriptions.only>>;

function toEntry(row: Row, now: Date): SubscriptionEntry {
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
    refundableUntil: refundableUntilOf(row, now)?.toISOString() ?? null,
    refund: refundOf(row),
  };
}

/**
 * Until when a first payment can be refunded; null if it was fully refunded or is disputed, since then the bank
 * decides. Whether the card or mailbox had a refund before is only checked during the refund.
 */
function refundableUntilOf(
  { firstPaidAt, paidCents, refundedCents, refunds, isDisputed }: Row,
  now: Date,
): Date | null {
  if (isDisputed || firstPaidAt === null || refunds > 0 || paidCents <= refundedCents) return null;
  const until = refundableUntil(firstPaidAt);
  return until > now ? until : null;
}

function refundOf({
  refunds,
  refundCents,
  refundsUnderWay,
  refundsFailed,
  refundProblem,
}: Row): PlanRefund | null {
  if (refunds === 0) return null;
  const isUnderWay = refundsUnderWay > 0;
  const state = refundState({ isUnderWay, isRefused: refundProblem !== null, hasFailed: refundsFailed > 0 });
  return { state, amountCents: refundCents, problem: refundProblem };
}

function stateOf(
  { pastDueSince, expiresAt }: Row,
  pausedFor: Pause | null,
): Exclude<SubscriptionEntry['state'], 'ended'> {
  if (pausedFor !== null) return 'paused';
  if (pastDueSince !== null) return 'past_due';
  return expiresAt === null ? 'active' : 'cancelling';
}
