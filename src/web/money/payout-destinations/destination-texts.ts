import { minimumPayout } from '#contract/business-rules.ts';
import { formatCents } from '#contract/cents.ts';
import {
  type DestinationMethod,
  firstStripeTransferCost,
  type LocalConduct,
} from '#contract/money/payout-destinations/destinations.ts';
import type { Cents } from '#contract/primitives.ts';

export const methodNames: Readonly<Record<DestinationMethod, string>> = {
  stripe: 'Stripe',
  paypal: 'PayPal',
  bank: 'Bank account',
  local: 'Test mode',
};

/** What the test provider does with a payout, for people trying out the product. */
export const conductNames: Readonly<Record<LocalConduct, string>> = {
  pays: 'Pays at once',
  pays_later: 'Pays later',
  fails: 'Fails',
  returns: 'Pays, then the payout is returned',
  loses_the_answer: 'Doesn’t respond at first',
};

/** Why small payouts to a Stripe account wait. */
export const whySmallPayoutsWait = (sendsFrom: Cents): string =>
  `Stripe would charge ${formatCents(firstStripeTransferCost(minimumPayout))} to send a first ${formatCents(minimumPayout)}, so approved payouts wait until they reach ${formatCents(sendsFrom)} together.`;

const day = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
/** A time in the reader's own time zone, for example 'Thu, Nov 27, 3:40 PM'. */
export const shownMoment = (at: string): string => day.format(new Date(at));

const codes =
  'AD AE AL AM AR AT AU AZ BA BB BD BE BG BH BN BO BR BS BW CA CH CI CL CO CR CY CZ DE DK DM DO DZ EC EE EG ES ET FI FR GB GE GH ' +
  'GI GR GT GY HK HN HR HU ID IE IL IN IS IT JM JO JP KE KH KR KW KZ LA LB LI LK LT LU LV MA MC MD ME MG MK MN MO MT MU MX MY MZ NA ' +
  'NG NL NO NP NZ OM PA PE PH PK PL PT PY QA RO RS RW SA SE SG SI SK SM SN SV TH TN TR TT TW TZ UA US UY UZ VA VN XK ZA ZM';
const names = new Intl.DisplayNames('en-US', { type: 'region' });
/** All countries by name. The server decides which can be paid. */
export const countries: readonly { readonly value: string; readonly label: string }[] = codes
  .split(' ')
  .map((value) => ({ value, label: names.of(value) ?? value }))
  .sort((one, other) => one.label.localeCompare(other.label));

/** The country of the browser's locale, if it is one of these; otherwise empty. */
export function ownCountry(locale = navigator.language): string {
  const { region } = new Intl.Locale(locale);
  return countries.find(({ value }) => value === region)?.value ?? '';
}
