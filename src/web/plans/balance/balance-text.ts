import type { Assignment, LotSource, ReviewBalance, ReviewLot } from '#contract/plans/balance/balance.ts';
import { reviewsText } from '#contract/plans/offer-texts.ts';
import { currentTime } from '#web/ui/display/current-time.ts';
import { dateText } from '#web/ui/display/day.tsx';

const isAhead = (moment: string): boolean => Date.parse(moment) > currentTime().getTime();

interface Expiring {
  readonly reviews: number;
  readonly expiresAt: string;
}

/** `20 until Dec 27, 3 until Jan 3`: what expires on the same day is one number. */
const untilText = (expiring: readonly Expiring[]): string =>
  [...daysOf(expiring)].map(([day, reviews]) => `${reviews} until ${day}`).join(', ');

function daysOf(expiring: readonly Expiring[]): ReadonlyMap<string, number> {
  const days = new Map<string, number>();
  for (const { reviews, expiresAt } of expiring) {
    const day = dateText(expiresAt);
    days.set(day, (days.get(day) ?? 0) + reviews);
  }
  return days;
}

/** What an artist can assign now, until when, and what comes next: `23 reviews to give: 20 until Dec 27, 3 until Jan 3.` */
export function balanceText({ left, lots, next }: ReviewBalance): string {
  const open = lots.filter(({ opensAt }) => !isAhead(opensAt)).map((lot) => ({ ...lot, reviews: lot.left }));
  return `${leftText(left, open)}${nextText(next)}`;
}

function leftText(left: number, open: readonly Expiring[]): string {
  if (left === 0) return 'No reviews to give.';
  const days = [...daysOf(open).keys()];
  const until = days.length === 1 ? `, until ${days[0]}` : `: ${untilText(open)}`;
  return `${reviewsText(left)} to give${until}.`;
}

/** The next reviews that come, after another sentence; empty if none are known. */
function nextText(next: ReviewBalance['next']): string {
  if (next === null) return '';
  const day = dateText(next.opensAt);
  const [many, come] =
    next.reviews === 1 ? ['Your next review', 'comes'] : [`Your next ${next.reviews}`, 'come'];
  return next.isCertain
    ? ` ${many} ${come} on ${day}.`
    : ` ${many} ${come} when the month’s budget allows, not before ${day}.`;
}

/** A track without reviews, or an upload that gets none: says what its artist can give it, now or when more come. */
export function noReviewsText({ left, next }: Pick<ReviewBalance, 'left' | 'next'>): string {
  const has = left > 0 ? ` You have ${left} to give.` : nextText(next);
  return `No reviews assigned.${has}`;
}

const sources: Readonly<Record<LotSource, string>> = {
  plan: 'from your plan',
  pack: 'from a pack',
  free: 'from a free upload',
  missed: 'for a missed date',
  takedown: 'for a wrong takedown',
  before: 'from earlier plans and uploads',
};

/** `20 of 40 from your plan, until Dec 27`. */
export function lotText({ source, left, reviews, opensAt, expiresAt }: ReviewLot): string {
  const opens = isAhead(opensAt) ? ` from ${dateText(opensAt)}` : '';
  return `${left} of ${reviews} ${sources[source]},${opens} until ${dateText(expiresAt)}`;
}

/** Where reviews that are taken back return, and until when they can be given again. The newest are taken first. */
export function returnText(
  assignments: readonly Pick<Assignment, 'openPlaces' | 'expiresAt'>[],
  reviews: number,
): string {
  const back: Expiring[] = [];
  let missing = reviews;
  for (const { openPlaces, expiresAt } of assignments) {
    const taken = Math.min(missing, openPlaces);
    if (taken > 0) back.push({ reviews: taken, expiresAt });
    missing -= taken;
  }
  const alive = back.filter(({ expiresAt }) => isAhead(expiresAt));
  const dead = back.filter((one) => !alive.includes(one)).reduce((sum, one) => sum + one.reviews, 0);
  const returned = alive.length === 0 ? '' : `You get them back: ${untilText(alive)}.`;
  if (dead === 0) return returned;
  const lost =
    dead === reviews ? (dead === 1 ? 'It has' : 'They have') : dead === 1 ? '1 has' : `${dead} have`;
  return `${returned} ${lost} expired, so you would lose ${dead === 1 ? 'it' : 'them'}.`.trim();
}
