import { z } from 'zod';
import { call } from '../../call.ts';
import { PageQuery, pageOf } from '../../page.ts';
import { Cents, Id, Timestamp } from '../../primitives.ts';
import { shownText } from '../../shown-text.ts';

const AnyPlan = z.enum(['basic', 'pro', 'unlimited', 'icon']);

/** The prices this server asks the provider for, and the provider's subscriptions that match no account here. */
export const Billing = z.strictObject({
  testMode: z.boolean(),
  prices: z.array(
    z.strictObject({
      product: z.enum(['basic', 'pro', 'unlimited', 'ten', 'twenty']),
      priceId: z.string(),
      /** False for a former price, which is recognized only for those who still pay it. */
      isSold: z.boolean(),
      /** Why it is not sold; null if the provider's price is right. */
      problem: z.string().nullable(),
      /** Null before the first comparison. */
      checkedAt: Timestamp.nullable(),
    }),
  ),
  /** Subscriptions that someone may be paying without having a plan for them, newest first; at most fifty. */
  strays: z.array(
    z.strictObject({
      subscriptionId: z.string(),
      priceId: z.string().nullable(),
      /**
       * `not_ended`: it has ended here, but the provider has not canceled it yet. `not_refunded`: it was paid while
       * the artist had another one, and the provider has not refunded it yet.
       */
      reason: z.enum(['unknown_price', 'unknown_user', 'not_ended', 'not_refunded']),
      user: z.strictObject({ id: Id, displayName: z.string() }).nullable(),
      noticedAt: Timestamp,
    }),
  ),
});
export type Billing = z.infer<typeof Billing>;

/** A refund of a first payment or a pack. */
export const PlanRefund = z.strictObject({
  /**
   * `under_way`: the provider could not be reached, so the server retries. `refused`: the plan continues. `failed`: the
   * provider agreed, but the money did not arrive.
   */
  state: z.enum(['under_way', 'refunded', 'refused', 'failed']),
  amountCents: Cents,
  /** The provider's own message, if it refused. */
  problem: z.string().nullable(),
});
export type PlanRefund = z.infer<typeof PlanRefund>;

/** A subscription that a provider bills for. */
export const SubscriptionEntry = z.strictObject({
  userId: Id,
  displayName: z.string(),
  plan: AnyPlan,
  state: z.enum(['active', 'cancelling', 'past_due', 'paused', 'ended']),
  pausedFor: z.enum(['dispute', 'collection', 'unconfirmed']).nullable(),
  endedFor: z.enum(['refund', 'dispute']).nullable(),
  problem: z.enum(['unknown_price', 'not_at_provider', 'unreadable']).nullable(),
  startedAt: Timestamp,
  periodEnd: Timestamp,
  /** When it ends or ended; null while it renews. */
  endsAt: Timestamp.nullable(),
  pastDueSince: Timestamp.nullable(),
  subscriptionId: z.string(),
  customerId: z.string().nullable(),
  priceId: z.string().nullable(),
  /** The provider's name for its latest notice. */
  lastNotice: z.string().nullable(),
  lastNoticeAt: Timestamp.nullable(),
  /** In the smallest unit of the currency. */
  paidCents: Cents,
  refundedCents: Cents,
  /** Three lowercase letters. A subscription is paid in one currency. */
  currency: z.string(),
  /** Until when the first payment can be refunded; null if it no longer can be. */
  refundableUntil: Timestamp.nullable(),
  /** The state of a refund that an admin decided. */
  refund: PlanRefund.nullable(),
});
export type SubscriptionEntry = z.infer<typeof SubscriptionEntry>;

/** A pack that was sold. */
export const SoldPack = z.strictObject({
  id: Id,
  user: z.strictObject({ id: Id, displayName: z.string() }),
  pack: z.enum(['ten', 'twenty']),
  paidAt: Timestamp,
  amountCents: Cents,
  refundedCents: Cents,
  /** Three lowercase letters. */
  currency: z.string(),
  /** Until when it can be refunded, if nothing of it was used; null if it no longer can be. */
  refundableUntil: Timestamp.nullable(),
  /** The state of a refund that was decided. */
  refund: PlanRefund.nullable(),
});
export type SoldPack = z.infer<typeof SoldPack>;

/** A refund or a dispute. */
export const Reversal = z.strictObject({
  id: z.string(),
  kind: z.enum(['refund', 'dispute']),
  status: z.enum(['pending', 'succeeded', 'failed', 'inquiry', 'open', 'won', 'lost']),
  amountCents: Cents,
  feeCents: Cents.nullable(),
  /** Three lowercase letters. */
  currency: z.string(),
  happenedAt: Timestamp,
  paymentId: z.string(),
  paidCents: Cents,
  paidAt: Timestamp,
  /** Null if a pack was paid. */
  subscriptionId: z.string().nullable(),
  user: z.strictObject({ id: Id, displayName: z.string() }),
});
export type Reversal = z.infer<typeof Reversal>;

export const readBilling = call({
  method: 'GET',
  path: '/api/admin/billing',
  summary:
    'The configured prices and what is wrong with them, and subscriptions that belong to no plan or no user.',
  spec: [],
  who: 'admin',
  answer: Billing,
  status: 200,
  refusals: [],
});

export const listSubscriptions = call({
  method: 'GET',
  path: '/api/admin/subscriptions',
  summary:
    'Billed subscriptions, newest first. A filter selects those that need attention; the search matches the start of the user’s name, username or email.',
  spec: [],
  who: 'admin',
  query: PageQuery.extend({
    search: shownText(100).trim().min(1).optional(),
    show: z.enum(['all', 'attention']).optional(),
  }),
  answer: pageOf(SubscriptionEntry),
  status: 200,
  refusals: [],
});

export const refundPlan = call({
  method: 'POST',
  path: '/api/admin/subscriptions/{userId}/refund',
  summary:
    "Refunds an account's first payment within 7 days, once per card, mailbox and cluster. The plan ends, and its open review places close. A repeat returns the state of the refund.",
  spec: [],
  who: 'admin',
  params: z.strictObject({ userId: Id }),
  answer: PlanRefund,
  status: 200,
  limit: 'decision',
  refusals: [
    'not_found',
    'own_decision',
    'nothing_to_refund',
    'refund_not_first',
    'refund_too_late',
    'refund_disputed',
    'refund_used',
  ],
});

export const listPacks = call({
  method: 'GET',
  path: '/api/admin/packs',
  summary: 'Packs that were sold, newest first.',
  spec: [],
  who: 'admin',
  query: PageQuery,
  answer: pageOf(SoldPack),
  status: 200,
  refusals: [],
});

export const refundPack = call({
  method: 'POST',
  path: '/api/admin/packs/{packId}/refund',
  summary:
    'Refunds a pack within 14 days if nothing of it was used, one in 30 days per card, mailbox and cluster. A repeat returns the state of the refund.',
  spec: [],
  who: 'admin',
  params: z.strictObject({ packId: Id }),
  answer: PlanRefund,
  status: 200,
  limit: 'decision',
  refusals: [
    'not_found',
    'own_decision',
    'nothing_to_refund',
    'refund_too_late',
    'refund_disputed',
    'refund_used',
    'pack_used',
  ],
});

export const listReversals = call({
  method: 'GET',
  path: '/api/admin/reversals',
  summary: 'Refunds and disputes of payments, newest first.',
  spec: [],
  who: 'admin',
  query: PageQuery,
  answer: pageOf(Reversal),
  status: 200,
  refusals: [],
});
