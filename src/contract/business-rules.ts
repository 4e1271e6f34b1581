import { cents } from './cents.ts';
import type { Cents } from './primitives.ts';

/** Constants of the specification, section 9. A rule lives here once: forms and server call the same function. */
export const requiredListeningSeconds = 60;
/** After the paid minute there is a choice only if so much of the track is still to be heard. */
export const leastSecondsLeft = 5;
/** A shorter track has nothing to show of who stayed after the paid minute. */
export const trackSecondsForStay = requiredListeningSeconds + leastSecondsLeft;
export const milestoneSeconds = [30, 60] as const;
export const minimumReviewWords = 45;
export const rewardPerReview: Cents = cents(15);
/** What a review of a Trusted listener earns. */
export const trustedRewardPerReview: Cents = cents(20);
export const minimumPayout: Cents = cents(500);
export const payoutHistoryLength = 10;
/** What an act on somebody's money is explained with, in characters. */
export const moneyReasonLength = { least: 20, most: 1000 } as const;
/** For how long an approved payout can be taken back. */
export const undoSeconds = 10;
/** 'Processed within 3-5 business days' (specification 2, Wallet). */
export const payoutBusinessDays = { least: 3, most: 5 } as const;
/** A WAV, AIFF or FLAC that becomes an MP3 in the browser. */
export const maximumMasterBytes = 200 * 1024 * 1024;
export const maximumUploadBytes = 50 * 1024 * 1024;
/** An avatar or a cover. */
export const maximumPictureBytes = 10 * 1024 * 1024;
/** A limit of bytes as texts show it, for example 50MB. */
export const shownMegabytes = (bytes: number): string => `${bytes / 1024 / 1024}MB`;
export const playbackLinkSeconds = 3600;
export const playEventThrottleMilliseconds = 2000;
export const skipStepSeconds = 5;
export const volumeStep = 0.05;
export const monthlyFreeCredits = 1;

/** The title of every track that is heard blind. */
export const blindTitle = 'Blind listening';
export const titleLength = 120;
export const descriptionLength = 2000;
export const commentLength = 5000;
export const appealLength = 1000;
/** Bounds of what a form counts of a text: letters that were deleted again count, too. */
export const mostLettersCounted = 100_000;
export const mostTextMilliseconds = 86_400_000;
/** The sentence that goes with a rejection or the answer to an appeal. */
export const reviewSentenceLength = 500;
export const suspensionReasonLength = 500;
export const promptLength = 500;
export const noteLength = 280;
/** Notes tied to a moment of the track that one review may hold. */
export const notesOfReview = 20;
export const displayNameLength = 60;
export const bioLength = 500;
/** Tracks of one question which of them the caller has reviewed. */
export const mostTracksAsked = 500;
/** A search answers no more: further words narrow it. */
export const mostTracksFound = 48;
export const demoPasswordLength = 200;
export const passwordLength = { least: 8, most: 128 } as const;

export const experience = { approvedReview: 10, uploadedTrack: 50 } as const;

/** Upload and discovery genres as they are stored. */
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
/** The label that people read, for example R&B for 'r&b'. */
export const genreLabel = (stored: string): string => (isGenre(stored) ? genreLabels[stored] : stored);

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
/** The queue's badge: one of eight genres; compared in lowercase without blanks, hyphens and signs; else Alternative. */
export const queueGenre = (stored: string): string =>
  queueGenres[stored.toLowerCase().replace(/[^a-z0-9]/g, '')] ?? 'Alternative';

/** Words of a review: runs of anything between white space. */
export const countWords = (comment: string): number => comment.split(/\s+/).filter(Boolean).length;

/** Whole seconds still to be listened to before a review may be submitted. */
export const secondsToUnlock = (listenedSeconds: number): number =>
  Math.max(0, Math.ceil(requiredListeningSeconds - listenedSeconds));

export interface ReviewProgress {
  readonly submitting: boolean;
  readonly rating: number;
  readonly comment: string;
  readonly listenedSeconds: number;
  /** A question of the artist still needs an answer. */
  readonly isUnanswered?: boolean;
}

/** The submit button of a review: its text and whether it may be pressed (specification 5, decisions 4). */
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
    includedReviews: 20,
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
    includedReviews: 200,
  },
  /** The 90-day trial: its included reviews are for all of it. */
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
/** For so many days after an account's first payment an admin may refund it, and at most a third of its included reviews open. */
export const refundDays = 7;
/** The included reviews that are open in those days. */
export const openInRefundDays = (includedReviews: number): number => Math.floor(includedReviews / 3);
/** With fewer included reviews left, a track waits for the next period instead of getting them. */
export const leastPlaces = 5;
/** The house pool of a period: what the house itself adds where a review waits for a person or a date is missed. */
export const housePool = (includedReviews: number): number => Math.floor(includedReviews / 5);
/** What a track gets whose artist has no plan, or that is uploaded on a credit. */
export const withoutPlan = { priorityWeight: 1, reviewTarget: 5 } as const;

/** The end of the fifth business day (UTC, Monday to Friday) after the day of a payout request: by then it is decided. */
export function promisedPayoutDate(requestedAt: Date): Date {
  const day = new Date(requestedAt);
  for (let left: number = payoutBusinessDays.most; left > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (day.getUTCDay() % 6 !== 0) left -= 1;
  }
  day.setUTCHours(23, 59, 59, 999);
  return day;
}
