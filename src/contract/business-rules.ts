import { cents } from './cents.ts';
import { dayMilliseconds } from './day-milliseconds.ts';
import type { Cents } from './primitives.ts';

/** Constants of the specification, section 9. Each rule exists once, and both the forms and the server use it. */
export const requiredListeningSeconds = 60;
/** The choice to keep listening is offered only if at least this much of the track is left after the paid minute. */
export const leastSecondsLeft = 5;
/** A shorter track cannot show who stayed after the paid minute. */
export const trackSecondsForStay = requiredListeningSeconds + leastSecondsLeft;
export const milestoneSeconds = [30, 60] as const;
export const minimumReviewWords = 45;
export const rewardPerReview: Cents = cents(15);
/** The reward for a Trusted listener's review. */
export const trustedRewardPerReview: Cents = cents(25);
export const minimumPayout: Cents = cents(500);
export const payoutHistoryLength = 10;
/** Length in characters of the reason for an action on a user's money. */
export const moneyReasonLength = { least: 20, most: 1000 } as const;
/** How long an approved payout can be undone. */
export const undoSeconds = 10;
/** 'Processed within 3-5 business days' (specification 2, Wallet). */
export const payoutBusinessDays = { least: 3, most: 5 } as const;
/** A WAV, AIFF or FLAC that the browser encodes as an MP3. */
export const maximumMasterBytes = 200 * 1024 * 1024;
export const maximumUploadBytes = 50 * 1024 * 1024;
/** An avatar or a cover. */
export const maximumPictureBytes = 10 * 1024 * 1024;
/** A byte limit as texts show it, for example 50MB. */
export const shownMegabytes = (bytes: number): string => `${bytes / 1024 / 1024}MB`;
export const playbackLinkSeconds = 3600;
export const playEventThrottleMilliseconds = 2000;
export const skipStepSeconds = 5;
export const volumeStep = 0.05;
export const monthlyFreeCredits = 1;

/** The title shown for every blind track. */
export const blindTitle = 'Blind listening';
export const titleLength = 120;
export const descriptionLength = 2000;
export const commentLength = 5000;
export const appealLength = 1000;
/** Days in which a listener may appeal against money being under review. `ledger.appeal_withheld` has the same. */
export const daysToAppealMoney = 14;
/** Upper bounds of a form's typing counts. Deleted letters count as well. */
export const mostLettersCounted = 100_000;
export const mostTextMilliseconds = dayMilliseconds;
/** The sentence that explains a rejection or answers an appeal. */
export const reviewSentenceLength = 500;
export const suspensionReasonLength = 500;
export const promptLength = 500;
export const noteLength = 280;
/** Timed notes per review. */
export const notesOfReview = 20;
export const displayNameLength = 60;
export const bioLength = 500;
/** Track ids per request that asks which of them the caller has reviewed. */
export const mostTracksAsked = 500;
/** Most results of one search. Further words narrow it. */
export const mostTracksFound = 48;
export const demoPasswordLength = 200;
export const passwordLength = { least: 8, most: 128 } as const;

export const experience = { approvedReview: 10, uploadedTrack: 50 } as const;

/** Upload and discovery genres, as stored. */
export const genreKeys = [
  'hip hop',
  'pop',
  'rock',
  'electronic',
  'r&b',
  'country',
  'jazz',
  'classical',
  'reggae',
  'folk',
  'blues',
  'punk',
  'metal',
  'alternative',
  'indie',
  'other',
] as const;
export type Genre = (typeof genreKeys)[number];

const genreLabels: Readonly<Record<Genre, string>> = {
  'hip hop': 'Hip Hop',
  pop: 'Pop',
  rock: 'Rock',
  electronic: 'Electronic',
  'r&b': 'R&B',
  country: 'Country',
  jazz: 'Jazz',
  classical: 'Classical',
  reggae: 'Reggae',
  folk: 'Folk',
  blues: 'Blues',
  punk: 'Punk',
  metal: 'Metal',
  alternative: 'Alternative',
  indie: 'Indie',
  other: 'Other',
};
export const isGenre = (text: string): text is Genre => genreKeys.some((key) => key === text);
/** The display label of a genre, for example R&B for 'r&b'. */
export const genreLabel = (stored: string): string => (isGenre(stored) ? genreLabels[stored] : stored);

/** The kind of music of a track, as cards and lists show it. */
export const trackKind = ({ genre }: { readonly genre: Genre }): string => genreLabels[genre];

const queueGenres: Readonly<Record<string, string>> = {
  hiphop: 'Hip-Hop',
  rap: 'Hip-Hop',
  rb: 'R&B',
  rnb: 'R&B',
  pop: 'Pop',
  rock: 'Rock',
  electronic: 'Electronic/EDM',
  edm: 'Electronic/EDM',
  dance: 'Electronic/EDM',
  techno: 'Electronic/EDM',
  house: 'Electronic/EDM',
  electronicedm: 'Electronic/EDM',
  classical: 'Classical',
  jazz: 'Jazz',
  alternative: 'Alternative',
  indie: 'Alternative',
  alt: 'Alternative',
};
/** The queue's badge: one of eight genres, matched by letters and digits only; anything else is Alternative. */
export const queueGenre = (stored: string): string =>
  queueGenres[stored.toLowerCase().replace(/[^a-z0-9]/g, '')] ?? 'Alternative';

/** Counts words: runs of anything other than white space. */
export const countWords = (comment: string): number => comment.match(/\S+/g)?.length ?? 0;

/** Whole seconds of listening left before the review may be submitted. */
export const secondsToUnlock = (listenedSeconds: number): number =>
  Math.max(0, Math.ceil(requiredListeningSeconds - listenedSeconds));

export interface ReviewProgress {
  readonly submitting: boolean;
  readonly rating: number;
  readonly comment: string;
  readonly listenedSeconds: number;
  /** One of the artist's questions still needs an answer. */
  readonly isUnanswered?: boolean;
}

/** The submit button of a review: its text and whether it is enabled (specification 5, decisions 4). */
export function reviewButton(progress: ReviewProgress): { text: string; enabled: boolean } {
  if (progress.submitting) return { text: 'Submitting...', enabled: false };
  const missingWords = minimumReviewWords - countWords(progress.comment);
  if (missingWords > 0) return { text: `Need ${missingWords} more words`, enabled: false };
  const missingSeconds = secondsToUnlock(progress.listenedSeconds);
  if (missingSeconds > 0) return { text: `Listen for ${missingSeconds}s more to submit`, enabled: false };
  return {
    text: 'Submit Review (Pending Approval)',
    enabled: progress.rating > 0 && progress.isUnanswered !== true,
  };
}

export const plans = {
  basic: {
    label: 'Indie',
    pricePerMonth: cents(2900),
    uploadsLimit: 2,
    priorityWeight: 1,
    reviewTarget: 10,
    includedReviews: 40,
  },
  pro: {
    label: 'Major',
    pricePerMonth: cents(4900),
    uploadsLimit: 5,
    priorityWeight: 2,
    reviewTarget: 20,
    includedReviews: 100,
  },
  unlimited: {
    label: 'Icon',
    pricePerMonth: cents(9900),
    uploadsLimit: null,
    priorityWeight: 3,
    reviewTarget: 30,
    includedReviews: 205,
  },
  /** The 90-day trial. Its included reviews cover the whole trial. */
  icon: {
    label: 'Icon',
    pricePerMonth: cents(0),
    uploadsLimit: 50,
    priorityWeight: 1,
    reviewTarget: 30,
    includedReviews: 60,
  },
} as const;
export type Plan = keyof typeof plans;
/** Days after an account's first payment in which an admin may refund it. */
export const refundDays = 7;
/** Of an account's first payment this many reviews open at once, and the rest after these days. */
export const firstPaymentReviews = 20;

/** Reviews without a subscription. Each pack brings one upload. */
export const packs = {
  ten: { reviews: 10, price: cents(900) },
  twenty: { reviews: 20, price: cents(1600) },
} as const;
export type Pack = keyof typeof packs;
/** Days in which an admin may refund a pack of which nothing was used. */
export const packRefundDays = 14;
/** How long a pack and free reviews are valid, in months. */
export const lotMonths = 12;
/** What the monthly free upload brings. */
export const freeReviews = 5;
/** Missed dates, and late reviews without an open place, cost the house at most this part of what a payment brought, rounded up. */
export const houseShare = 0.1;
/** The most reviews that one press assigns or takes back. */
export const mostReviewsAtOnce = 500;
/** For tracks of artists without a plan, and for uploads on a credit. */
export const withoutPlan = { priorityWeight: 1, reviewTarget: 5 } as const;

/** The end of the fifth business day (UTC, Monday to Friday) after the request: the payout is decided by then. */
export function promisedPayoutDate(requestedAt: Date): Date {
  const day = new Date(requestedAt);
  for (let left: number = payoutBusinessDays.most; left > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (day.getUTCDay() % 6 !== 0) left -= 1;
  }
  day.setUTCHours(23, 59, 59, 999);
  return day;
}

/** A pause this long between two reviews ends a listener's sitting. */
export const sittingPauseMilliseconds = 30 * 60_000;
