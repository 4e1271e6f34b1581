import { z } from 'zod';
import { appealLength, commentLength, mostTracksAsked } from '../../business-rules.ts';
import { call } from '../../call.ts';
import { QuestionAnswers } from '../../music/questions/questions.ts';
import { Moment } from '../../music/tracks/tracks.ts';
import { PageQuery, pageOf } from '../../page.ts';
import { Cents, Id, Timestamp } from '../../primitives.ts';
import { shownText } from '../../shown-text.ts';
import { Takedown } from '../../takedown.ts';
import { PromptAnswers, ReviewNotes } from './review-help.ts';
import { ReviewMark } from './review-marks.ts';
import { ReviewPress } from './review-press.ts';
import { noAnswers } from './review-prompts.ts';
import { TypingCounts } from './typing-counts.ts';

export const ReviewStatus = z.enum(['pending', 'approved', 'rejected', 'reversed']);
export const Rating = z.int().min(1).max(5);

/** A review as its listener sees it. */
export const OwnReview = z.strictObject({
  id: Id,
  trackId: Id,
  trackTitle: z.string(),
  artistId: Id,
  artistName: z.string(),
  rating: Rating,
  comment: z.string(),
  prompts: PromptAnswers,
  notes: ReviewNotes,
  status: ReviewStatus,
  earnedCents: Cents,
  /** Why a pending review is not decided yet, and by when it will be; null until the rules have judged it. */
  waiting: z
    .strictObject({
      waitsFor: z.enum(['person', 'rules', 'first_reviews', 'budget']),
      /** The approval rules that asked for a person. */
      rules: z.array(z.string()),
      until: Timestamp,
    })
    .nullable(),
  /** The label of the published rejection reason. */
  reasonLabel: z.string().nullable(),
  /** Why it was rejected or reversed, as a sentence. */
  reason: z.string().nullable(),
  /** Until when an appeal may include a new text of the review; null if it may not. */
  mendableUntil: Timestamp.nullable(),
  /** The listener's one appeal, and the admin's answer. */
  appeal: z
    .strictObject({
      text: z.string(),
      /** The appeal replaced the review's text. */
      isMended: z.boolean(),
      at: Timestamp,
      outcome: z.enum(['granted', 'dismissed']).nullable(),
      answer: z.string().nullable(),
    })
    .nullable(),
  /** Set if its text is hidden from the artist. */
  takedown: Takedown.nullable(),
  createdAt: Timestamp,
});
export type OwnReview = z.infer<typeof OwnReview>;

/** A review as the track's artist sees it. */
export const TrackReview = z.strictObject({
  id: Id,
  listenerName: z.string(),
  rating: Rating,
  comment: z.string(),
  prompts: PromptAnswers,
  notes: ReviewNotes,
  /** What its listener marked while the track played. */
  moments: z.array(Moment),
  status: ReviewStatus,
  /** Its text was taken down: every text field is empty, but the stars stay. */
  isTakenDown: z.boolean(),
  /** The caller's own mark; null if the caller is not the artist. */
  mark: ReviewMark.nullable(),
  /** Whether the caller pressed 'This says nothing about my track'. */
  press: ReviewPress.nullable(),
  createdAt: Timestamp,
});
export type TrackReview = z.infer<typeof TrackReview>;

export const submitReview = call({
  method: 'POST',
  path: '/api/reviews',
  summary:
    'Submits the review of the served track as pending. The server uses its own count of listened seconds.',
  spec: ['table reviews insert'],
  who: 'listener',
  body: z.strictObject({
    trackId: Id,
    rating: Rating,
    comment: shownText(commentLength),
    prompts: PromptAnswers.default(noAnswers),
    notes: ReviewNotes.default([]),
    /** Answers to the questions that came with the track. */
    answers: QuestionAnswers.default([]),
    /** How the comment was typed. Clients without a form omit it, which counts neither for nor against the review. */
    typing: TypingCounts.optional(),
  }),
  answer: OwnReview,
  status: 201,
  limit: 'review',
  refusals: [
    'review_too_short',
    'listen_longer',
    'choose_first',
    'question_unanswered',
    'answer_unfit',
    'already_reviewed',
    'not_assigned',
    'track_deleted',
    'track_ended',
    'places_taken',
    'account_suspended',
    'key_reused',
  ],
  idempotencyKey: true,
});

export const listOwnReviews = call({
  method: 'GET',
  path: '/api/reviews',
  summary: "The caller's reviews, newest first.",
  spec: ['table reviews select by listener_id with joined track'],
  who: 'listener',
  query: PageQuery,
  answer: pageOf(OwnReview),
  status: 200,
  refusals: [],
});

export const listReviewedTracks = call({
  method: 'POST',
  path: '/api/reviews/tracks',
  summary: 'Which of these tracks the caller has reviewed.',
  spec: [],
  who: 'listener',
  body: z.strictObject({ trackIds: z.array(Id).max(mostTracksAsked) }),
  answer: z.strictObject({ trackIds: z.array(Id) }),
  status: 200,
  refusals: [],
});

export const appealReview = call({
  method: 'POST',
  path: '/api/reviews/{reviewId}/appeal',
  summary:
    "Appeals the rejection of one of the caller's reviews, once. Within 48 hours, the appeal may include a new text.",
  spec: [],
  who: 'listener',
  params: z.strictObject({ reviewId: Id }),
  body: z.strictObject({
    appeal: shownText(appealLength).trim().min(1),
    /** Replaces the review's text. */
    comment: shownText(commentLength).optional(),
  }),
  answer: OwnReview,
  status: 200,
  refusals: ['not_found', 'cannot_appeal', 'cannot_mend', 'review_too_short'],
});

export const ReviewStats = z.strictObject({
  totalReviews: z.int(),
  /** Null before the first review. */
  averageRatingGiven: z.number().nullable(),
  totalEarnedCents: Cents,
  listeningHours: z.number(),
});
export type ReviewStats = z.infer<typeof ReviewStats>;

export const readReviewStats = call({
  method: 'GET',
  path: '/api/reviews/totals',
  summary: "Totals of the caller's reviews and listening.",
  spec: ['table reviews select id and earned_cents', 'table play_events select play_duration by listener_id'],
  who: 'listener',
  answer: ReviewStats,
  status: 200,
  refusals: [],
});

/** Reviews of one sitting: sent one after the other, without a pause of half an hour. */
export const Sitting = z.strictObject({
  /** What its approved reviews earned. */
  earnedCents: Cents,
  /** The most recent review. */
  last: OwnReview.pick({ status: true, earnedCents: true, waiting: true, reasonLabel: true }),
});
export type Sitting = z.infer<typeof Sitting>;

export const readSitting = call({
  method: 'GET',
  path: '/api/reviews/sitting',
  summary: "The caller's current sitting, and their median earnings per hour of reviewing.",
  spec: [],
  who: 'listener',
  answer: z.strictObject({
    /** Null if no review was sent in the last half hour. */
    sitting: Sitting.nullable(),
    /** Median over the caller's last 50 approved reviews, from serving to sending; null before the third. */
    medianCentsPerHour: Cents.nullable(),
  }),
  status: 200,
  refusals: [],
});

export const listTrackReviews = call({
  method: 'GET',
  path: '/api/tracks/{trackId}/reviews',
  summary: "Pending and approved reviews of one of the caller's tracks, newest first.",
  spec: ['table artist_tracks select with nested play_events and reviews'],
  who: 'owner',
  params: z.strictObject({ trackId: Id }),
  query: PageQuery.extend({ rating: z.coerce.number<string>().int().min(1).max(5).optional() }),
  answer: pageOf(TrackReview),
  status: 200,
  refusals: ['not_found'],
});
