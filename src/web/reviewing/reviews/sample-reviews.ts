import { cents } from '#contract/cents.ts';
import { noAnswers } from '#contract/reviewing/reviews/review-prompts.ts';
import type { OwnReview, ReviewStats } from '#contract/reviewing/reviews/reviews.ts';

const sample = (
  id: string,
  review: Pick<OwnReview, 'trackTitle' | 'artistName' | 'rating' | 'status' | 'comment'>,
): OwnReview => ({
  id,
  trackId: id,
  artistId: id,
  earnedCents: cents(review.status === 'approved' ? 15 : 0),
  waiting: null,
  reasonLabel: null,
  prompts: noAnswers,
  notes: [],
  reason: null,
  mendableUntil: null,
  appeal: null,
  takedown: null,
  createdAt: '2026-01-15T12:00:00.000Z',
  ...review,
});

/** Samples for when the real history fails to load. Never mixed with real reviews. */
export const sampleReviews: readonly OwnReview[] = [
  sample('sample-1', {
    trackTitle: 'Midnight Dreams',
    artistName: 'Sample Artist',
    rating: 5,
    status: 'approved',
    comment:
      'The chords under the first verse open up slowly, and the voice stays close all the way through.',
  }),
  sample('sample-2', {
    trackTitle: 'Summer Vibes',
    artistName: 'Sample Artist',
    rating: 4,
    status: 'pending',
    comment: 'A bright hook. I would bring the bass up a little and let the last chorus run twice.',
  }),
];

/** The figures of these samples, for when the real ones fail to load. */
export const sampleStats: ReviewStats = {
  totalReviews: sampleReviews.length,
  averageRatingGiven: 4.5,
  totalEarnedCents: cents(15),
  listeningHours: 0.1,
};
