import { firstPaymentReviews, lotMonths, packs, plans, refundDays } from '#contract/business-rules.ts';
import { cents, formatCents } from '#contract/cents.ts';
import type { Cents } from '#contract/primitives.ts';

/** What artists are told before they pay: on the cards of plans and packs, signed in or not. */

export type OfferedPlan = 'basic' | 'pro' | 'unlimited';
export type OfferedPack = keyof typeof packs;

/** Prices of plans and packs are whole dollars. */
export const wholeDollars = (price: Cents): string => formatCents(price).replace(/\.00$/, '');

/** The price of one review, to the cent. */
const each = (price: Cents, reviews: number): string => formatCents(cents(Math.round(price / reviews)));

/** How many reviews a plan brings, and what one costs. */
export function planReviewsText(plan: OfferedPlan): string {
  const { includedReviews, pricePerMonth } = plans[plan];
  return `${includedReviews} reviews a month, ${each(pricePerMonth, includedReviews)} each.`;
}

/** How many reviews of a first plan can be used at once. */
export const firstPaymentText = `With your first payment, you can use ${firstPaymentReviews} reviews at once and the rest after ${refundDays} days.`;

/** The same for an artist who may have had a plan's reviews in the days before. */
export function opensText(atOnce: number): string {
  if (atOnce === firstPaymentReviews) return firstPaymentText;
  const now = atOnce === 0 ? 'the reviews it adds' : `${atOnce} of the reviews it adds at once and the rest`;
  return `You can use ${now} ${refundDays} days after your first payment.`;
}

/** `10 reviews · $9`. */
export const packTitle = (pack: OfferedPack): string =>
  `${packs[pack].reviews} reviews · ${wholeDollars(packs[pack].price)}`;

export const packTerms = `No subscription. One upload, valid ${lotMonths} months.`;

export const packPriceText = (pack: OfferedPack): string =>
  `${each(packs[pack].price, packs[pack].reviews)} each, all at once.`;
