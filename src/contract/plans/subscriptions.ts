import { z } from 'zod';
import { leastPlaces, plans } from '../business-rules.ts';
import { call } from '../call.ts';
import { Cents, Timestamp } from '../primitives.ts';

const AnyPlan = z.enum(['basic', 'pro', 'unlimited', 'icon']);
const BilledPlan = z.enum(['basic', 'pro', 'unlimited']);
export type BilledPlan = z.infer<typeof BilledPlan>;

/** Reviews that open later: while a first payment can be refunded, only a third of the plan's reviews are open. */
export const LaterReviews = z.strictObject({ places: z.int(), opensAt: Timestamp });
export type LaterReviews = z.infer<typeof LaterReviews>;

/** A target below the plan's own, which an upload may ask for. */
export const WantedTarget = z.int().min(leastPlaces).max(plans.unlimited.reviewTarget);

/** When a track uploaded now would have its reviews. */
export const Forecast = z.strictObject({
  /** Includes places that move to a new version. */
  reviewTarget: z.int(),
  /** Null if all of them open at once. */
  later: LaterReviews.nullable(),
  /** The promised date; null if there is none. */
  promisedAt: Timestamp.nullable(),
  /** Weeks at the pace of the last 14 days; null if nothing was approved in them. */
  weeks: z.int().nullable(),
  /**
   * A smaller target for which a date can be promised. The upload asks for `wantedTarget`, which excludes places that
   * move.
   */
  smaller: z.strictObject({ reviewTarget: z.int(), wantedTarget: z.int(), promisedAt: Timestamp }).nullable(),
});
export type Forecast = z.infer<typeof Forecast>;

/** What a track's reviews wait for, and when they start; null if unknown. */
export const ReviewsWait = z.strictObject({
  waitsFor: z.enum(['period', 'plan', 'budget']),
  beginsAt: Timestamp.nullable(),
});
export type ReviewsWait = z.infer<typeof ReviewsWait>;

export const UploadEligibility = z.strictObject({
  plan: AnyPlan.nullable(),
  /** Null means unlimited. */
  uploadsLimit: z.int().nullable(),
  uploadsUsed: z.int(),
  canUpload: z.boolean(),
  source: z.enum(['subscription', 'credits', 'none']),
  creditsRemaining: z.int(),
  /** Reviews included in the plan's current period, and how many are not assigned to a track yet. */
  includedReviews: z.strictObject({ included: z.int(), left: z.int(), until: Timestamp }).nullable(),
  /** What the reviews of a track uploaded now would wait for; null if they start at once. */
  wait: ReviewsWait.nullable(),
  /** Null if the caller cannot upload, if the reviews would wait, and for test and sample accounts. */
  forecast: Forecast.nullable(),
  /** Whether the plan is paused; check-subscription says why. */
  isPlanPaused: z.boolean(),
  /** Another account with the same mailbox, browser or payout destination has used this month's free upload. */
  isCreditShared: z.boolean(),
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
