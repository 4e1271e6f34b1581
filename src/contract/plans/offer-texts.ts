import { firstPaymentReviews, lotMonths, packs, plans, refundDays } from '../business-rules.ts';
import { cents, formatCents } from '../cents.ts';
import type { Cents } from '../primitives.ts';
import type { Forecast, OfferForecast } from './balance/balance.ts';

/** What artists are told before they pay: on the cards of plans and packs, signed in or not, and at the checkout. */

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

/** As long as it gets, to reserve its place. */
export const longestOpensText = opensText(plans.unlimited.includedReviews);

/** `10 reviews · $9`. */
export const packTitle = (pack: OfferedPack): string =>
  `${packs[pack].reviews} reviews · ${wholeDollars(packs[pack].price)}`;

export const packTerms = `No subscription. One upload, valid ${lotMonths} months.`;

export const packPriceText = (pack: OfferedPack): string =>
  `${each(packs[pack].price, packs[pack].reviews)} each, all usable at once.`;

/** `1 review`, `10 reviews`. */
export const reviewsText = (count: number): string => `${count} ${count === 1 ? 'review' : 'reviews'}`;

/**
 * When reviews would be there, said before they are assigned or bought.
 * @param dayOf writes a day as the reader sees it
 */
export function forecastTextOf(
  { reviews, dated, promisedAt, weeks }: Omit<Forecast, 'smaller'>,
  dayOf: (date: string) => string,
): string {
  if (promisedAt !== null) {
    const deadline = `by ${dayOf(promisedAt)}.`;
    const others = reviews - dated;
    if (others <= 0) return `${reviewsText(reviews)} ${deadline}`;
    return `${reviewsText(reviews)}, ${dated} of them ${deadline} The other ${others === 1 ? 'one carries' : `${others} carry`} no date.`;
  }
  if (weeks === null) return `${reviewsText(reviews)}. Too few reviews came in lately to promise a date.`;
  return `${reviewsText(reviews)} in about ${weeks} ${weeks === 1 ? 'week' : 'weeks'} at today’s pace, no date promised.`;
}

/** All that a checkout says before the payment: how many reviews, the price of one, what opens when, and the date. */
export function checkoutText(
  offer: OfferedPlan | OfferedPack,
  { plans: ofPlans, packs: ofPacks, opensAtOnce }: OfferForecast,
  dayOf: (date: string) => string,
): string {
  if (offer === 'ten' || offer === 'twenty') {
    return `${packPriceText(offer)} ${packTerms} ${forecastTextOf(ofPacks[offer], dayOf)}`;
  }
  const opens = opensAtOnce === null ? [] : [opensText(opensAtOnce)];
  const track = `Your next track: ${forecastTextOf(ofPlans[offer], dayOf)}`;
  return [planReviewsText(offer), ...opens, track].join(' ');
}
