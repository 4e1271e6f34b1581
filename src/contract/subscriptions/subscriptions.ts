import { z } from 'zod';
import { leastPlaces, plans } from '../business-rules.ts';
import { call } from '../call.ts';
import { Timestamp } from '../primitives.ts';

const AnyPlan = z.enum(['basic', 'pro', 'unlimited', 'icon']);
const BilledPlan = z.enum(['basic', 'pro', 'unlimited']);
export type BilledPlan = z.infer<typeof BilledPlan>;

/** Reviews of a track that nobody is served before a moment: while the first payment can be refunded, a third of the plan's is open. */
export const LaterReviews = z.strictObject({ places: z.int(), opensAt: Timestamp });
export type LaterReviews = z.infer<typeof LaterReviews>;

/** A smaller target than the plan's, as an upload may ask for it. */
export const WantedTarget = z.int().min(leastPlaces).max(plans.unlimited.reviewTarget);

/** When a track that is uploaded now would have its reviews. */
export const Forecast = z.strictObject({
  /** With the places that move to a new version. */
  reviewTarget: z.int(),
  /** Null where all of them open at once. */
  later: LaterReviews.nullable(),
  /** The date that is promised; null where none can be. */
  promisedAt: Timestamp.nullable(),
  /** Weeks at the pace of the last 14 days; null while nothing was approved in them. */
  weeks: z.int().nullable(),
  /** A smaller target that a date can be promised for; the upload asks for `wantedTarget`, which is without places that move. */
  smaller: z.strictObject({ reviewTarget: z.int(), wantedTarget: z.int(), promisedAt: Timestamp }).nullable(),
});
export type Forecast = z.infer<typeof Forecast>;

/** What the reviews of a track wait for, and when they begin; null while nobody knows. */
export const ReviewsWait = z.strictObject({
  waitsFor: z.enum(['period', 'plan', 'budget']),
  beginsAt: Timestamp.nullable(),
});
export type ReviewsWait = z.infer<typeof ReviewsWait>;

export const UploadEligibility = z.strictObject({
  plan: AnyPlan.nullable(),
  /** Null means without limit. */
  uploadsLimit: z.int().nullable(),
  uploadsUsed: z.int(),
  canUpload: z.boolean(),
  source: z.enum(['subscription', 'credits', 'none']),
  creditsRemaining: z.int(),
  /** The reviews that are included in the running period of the plan, and how many no track has got yet. */
  includedReviews: z.strictObject({ included: z.int(), left: z.int(), until: Timestamp }).nullable(),
  /** What the reviews of a track that is uploaded now would wait for; null where they begin at once. */
  wait: ReviewsWait.nullable(),
  /** Null where nothing can be uploaded, where the reviews wait, and for accounts of tests and samples. */
  forecast: Forecast.nullable(),
  /** Whether there is a plan that gives nothing for now; check-subscription says why. */
  isPlanPaused: z.boolean(),
  /** An account of the same mailbox, browser or payout destination has used this month's free upload. */
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

/** A plan that can be subscribed to, with the provider's names for it. */
export const PlanOffer = z.strictObject({ plan: BilledPlan, productId: z.string(), priceId: z.string() });
export type PlanOffer = z.infer<typeof PlanOffer>;

export const SubscriptionStatus = z.strictObject({
  subscribed: z.boolean(),
  /** Matches the product of an offer; null without a plan and for the trial. */
  productId: z.string().nullable(),
  /** When the running period ends; null without a plan. */
  subscriptionEnd: Timestamp.nullable(),
  plan: AnyPlan.nullable(),
  trial: z.boolean(),
  /** Whether there is anything to manage at the provider. */
  isBilled: z.boolean(),
  cancelsAtPeriodEnd: z.boolean(),
  /** The plan that begins at the end of the period, where another was chosen. */
  nextPlan: BilledPlan.nullable(),
  paymentFailed: z.boolean(),
  /** Why nothing can be uploaded on the plan for now; `unconfirmed`: the provider has not confirmed its renewal. */
  pausedFor: z.enum(['dispute', 'collection', 'unconfirmed']).nullable(),
  /** The plan that has ended, where none runs now; and why, where its payment went back. */
  endedPlan: z
    .strictObject({
      plan: AnyPlan,
      endedAt: Timestamp,
      endedFor: z.enum(['refund', 'dispute']).nullable(),
    })
    .nullable(),
  offers: z.array(PlanOffer),
  /** Whether no money moves: the local provider. */
  testMode: z.boolean(),
});
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

export const checkSubscription = call({
  method: 'POST',
  path: '/api/functions/check-subscription',
  summary: "The caller's plan as of the billing provider's last notice, and the plans for sale.",
  spec: ['function check-subscription'],
  who: 'signed_in',
  answer: SubscriptionStatus,
  status: 200,
  refusals: [],
});

const ProviderPage = z.strictObject({ url: z.url() });

export const createCheckout = call({
  method: 'POST',
  path: '/api/functions/create-checkout',
  summary:
    'A link to the billing provider’s page to subscribe or change plans. Nothing changes until the provider’s notice arrives.',
  spec: ['function create-checkout'],
  who: 'artist',
  body: z.strictObject({ priceId: z.string().min(1).max(200) }),
  answer: ProviderPage,
  status: 200,
  refusals: ['unknown_price', 'already_on_plan', 'plan_not_for_sale', 'billing_unavailable'],
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
