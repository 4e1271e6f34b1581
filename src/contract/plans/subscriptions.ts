import { z } from 'zod';
import { call } from '../call.ts';
import { Cents, Timestamp } from '../primitives.ts';
import { Forecast, ReviewBalance } from './balance/balance.ts';

const AnyPlan = z.enum(['basic', 'pro', 'unlimited', 'icon']);
const BilledPlan = z.enum(['basic', 'pro', 'unlimited']);
export type BilledPlan = z.infer<typeof BilledPlan>;

export const UploadEligibility = z.strictObject({
  plan: AnyPlan.nullable(),
  /** Null means unlimited. */
  uploadsLimit: z.int().nullable(),
  uploadsUsed: z.int(),
  canUpload: z.boolean(),
  source: z.enum(['subscription', 'credits', 'none']),
  creditsRemaining: z.int(),
  balance: ReviewBalance,
  /** How many reviews a track uploaded now gets unless its artist says less; 0 if none can be assigned. */
  assigns: z.int(),
  /** The most that it can get. */
  mostReviews: z.int(),
  /** For that number. Null if it is 0, and for test and sample accounts. */
  forecast: Forecast.nullable(),
  /** Whether the plan is paused; check-subscription says why. */
  isPlanPaused: z.boolean(),
  /** Another account with the same mailbox, browser or payout destination has used this month's free upload. */
  isCreditShared: z.boolean(),
  /** This month's free uploads that are left, and when the next month's come; null if none are given. */
  freeUploads: z.strictObject({ left: z.int(), nextAt: Timestamp.nullable() }),
});
export type UploadEligibility = z.infer<typeof UploadEligibility>;

export const getUploadEligibility = call({
  method: 'POST',
  path: '/api/rpc/get_upload_eligibility',
  summary: 'Whether the caller may upload a track now, and what it would use.',
  spec: ['rpc get_upload_eligibility'],
  who: 'artist',
  body: z.strictObject({}),
  answer: UploadEligibility,
  status: 200,
  refusals: [],
});

/** A plan that can be subscribed to, with the provider's ids. */
export const PlanOffer = z.strictObject({ plan: BilledPlan, productId: z.string(), priceId: z.string() });
export type PlanOffer = z.infer<typeof PlanOffer>;

/** A pack that can be bought, with the provider's price. */
export const PackOffer = z.strictObject({ pack: z.enum(['ten', 'twenty']), priceId: z.string() });
export type PackOffer = z.infer<typeof PackOffer>;

/** A pack that was bought. */
export const BoughtPack = z.strictObject({
  pack: z.enum(['ten', 'twenty']),
  paidAt: Timestamp,
  /** In US dollars, with taxes. */
  amountCents: Cents,
  state: z.enum(['paid', 'refunding', 'refunded', 'disputed']),
});
export type BoughtPack = z.infer<typeof BoughtPack>;

export const SubscriptionStatus = z.strictObject({
  subscribed: z.boolean(),
  /** The product id of an offer; null without a plan and during the trial. */
  productId: z.string().nullable(),
  /** When the current period ends; null without a plan. */
  subscriptionEnd: Timestamp.nullable(),
  plan: AnyPlan.nullable(),
  trial: z.boolean(),
  /** Whether there is a subscription to manage at the provider. */
  isBilled: z.boolean(),
  cancelsAtPeriodEnd: z.boolean(),
  /** The plan that starts at the end of the period, if another was chosen. */
  nextPlan: BilledPlan.nullable(),
  paymentFailed: z.boolean(),
  /** Whether the period is over and the payment for the next one has not arrived or failed yet. */
  awaitsRenewal: z.boolean(),
  /** Why the plan allows no uploads right now. `unconfirmed`: the provider has not confirmed its renewal. */
  pausedFor: z.enum(['dispute', 'collection', 'unconfirmed']).nullable(),
  /** The ended plan, if none runs now, and why if its payment was returned. */
  endedPlan: z
    .strictObject({
      plan: AnyPlan,
      endedAt: Timestamp,
      endedFor: z.enum(['refund', 'dispute']).nullable(),
    })
    .nullable(),
  offers: z.array(PlanOffer),
  /** Empty if they are not for sale. */
  packs: z.array(PackOffer),
  /** True with the local provider: no money moves. */
  testMode: z.boolean(),
});
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

export const checkSubscription = call({
  method: 'POST',
  path: '/api/functions/check-subscription',
  summary: "The caller's plan according to the billing provider's last notice, and the plans for sale.",
  spec: ['function check-subscription'],
  who: 'signed_in',
  answer: SubscriptionStatus,
  status: 200,
  refusals: [],
});

export const listBoughtPacks = call({
  method: 'GET',
  path: '/api/packs',
  summary: 'The packs that the caller bought, newest first; at most twenty.',
  spec: [],
  who: 'artist',
  answer: z.array(BoughtPack),
  status: 200,
  refusals: [],
});

const ProviderPage = z.strictObject({ url: z.url() });

export const createCheckout = call({
  method: 'POST',
  path: '/api/functions/create-checkout',
  summary:
    'A link to the billing provider’s page to subscribe, change plans or buy a pack. Nothing changes until the provider’s notice arrives.',
  spec: ['function create-checkout'],
  who: 'artist',
  body: z.strictObject({ priceId: z.string().min(1).max(200) }),
  answer: ProviderPage,
  status: 200,
  refusals: [
    'unknown_price',
    'already_on_plan',
    'plan_not_for_sale',
    'payment_under_way',
    'checkout_closed',
    'billing_unavailable',
  ],
});

export const customerPortal = call({
  method: 'POST',
  path: '/api/functions/customer-portal',
  summary: 'A link to the page where the caller changes, cancels or resumes the subscription.',
  spec: ['function customer-portal'],
  who: 'signed_in',
  answer: ProviderPage,
  status: 200,
  refusals: ['no_subscription', 'billing_unavailable'],
});
