import { z } from 'zod';
import { BulkOutcome } from '../../bulk-outcome.ts';
import { call } from '../../call.ts';
import { pageOf } from '../../page.ts';
import { Cents, Id, Timestamp } from '../../primitives.ts';
import { PromptAnswers, ReviewNotes } from '../../reviewing/reviews/review-help.ts';
import { Rating, ReviewStatus } from '../../reviewing/reviews/reviews.ts';
import { shownText } from '../../shown-text.ts';

/** A review to be read, beside its track and what was heard of it. */
export const ReadReview = z.strictObject({
  id: Id,
  trackTitle: z.string(),
  artistName: z.string(),
  genre: z.string(),
  rating: Rating,
  comment: z.string(),
  prompts: PromptAnswers,
  notes: ReviewNotes,
  status: ReviewStatus,
  /** The approval rules that it failed. */
  rules: z.array(z.string()),
  heardSeconds: z.int(),
  trackSeconds: z.int(),
  createdAt: Timestamp,
});
export type ReadReview = z.infer<typeof ReadReview>;

export const Reading = z.strictObject({
  id: Id,
  /** `press`: the artist says that it says nothing. `spot`: chosen by chance. */
  kind: z.enum(['press', 'spot']),
  listenerId: Id,
  listenerName: z.string(),
  review: ReadReview,
  /** Until when a press waits for a person; null for a spot check. */
  until: Timestamp.nullable(),
  /** Its listener or artist is the caller or linked to them, so another admin has to read it. */
  isOwn: z.boolean(),
});
export type Reading = z.infer<typeof Reading>;

export const listReadings = call({
  method: 'GET',
  path: '/api/admin/readings',
  summary:
    'Reviews that a person is to read: first those that artists pressed, then spot checks; the oldest 50.',
  spec: [],
  who: 'admin',
  answer: pageOf(Reading),
  status: 200,
  refusals: [],
});

export const mostReadingsAtOnce = 50;

export const decideReadings = call({
  method: 'POST',
  path: '/api/admin/reading-decisions',
  summary:
    'Records what the caller read in reviews that are decided: something, or nothing. `unread` undoes the caller’s own. It moves no money.',
  spec: [],
  who: 'admin',
  body: z.strictObject({
    readingIds: z.array(Id).min(1).max(mostReadingsAtOnce),
    outcome: z.enum(['something', 'nothing', 'unread']),
  }),
  answer: BulkOutcome,
  status: 200,
  limit: 'decision',
  refusals: [],
});

export const PayoutReading = z.strictObject({
  /** At most three of the reviews that this payout pays, the same ones for every admin. */
  reviews: z.array(ReadReview),
  /** How many reviews the payout pays, and how many of them their artists pressed. */
  paidReviews: z.int(),
  pressedReviews: z.int(),
  /** Reviews of this listener in which a person found nothing, in 90 days. */
  foundNothing: z.int(),
});
export type PayoutReading = z.infer<typeof PayoutReading>;

export const readPayout = call({
  method: 'POST',
  path: '/api/admin/payout-requests/{payoutId}/readings',
  summary:
    'Opens three reviews that this payout pays, chosen at random once, and records that the caller read them. A first payout can’t be approved by an admin who hasn’t.',
  spec: [],
  who: 'admin',
  params: z.strictObject({ payoutId: Id }),
  body: z.strictObject({}),
  answer: PayoutReading,
  status: 200,
  refusals: ['not_found', 'own_decision'],
});

const Sentence = shownText(500).trim().min(3);

export const withholdPayout = call({
  method: 'POST',
  path: '/api/admin/payout-requests/{payoutId}/withholding',
  summary:
    'Says that the reviews of a pending payout are none, after reading them: the payout ends, and its money is under review until the appeal is over.',
  spec: [],
  who: 'admin',
  params: z.strictObject({ payoutId: Id }),
  body: z.strictObject({ sentence: Sentence }),
  answer: z.strictObject({}),
  status: 200,
  limit: 'decision',
  refusals: ['not_found', 'own_decision', 'already_decided', 'payout_unread', 'balance_under_review'],
});

export const WithheldPayout = z.strictObject({
  payoutId: Id,
  listenerId: Id,
  displayName: z.string(),
  amountCents: Cents,
  sentence: z.string(),
  withheldBy: z.string(),
  withheldAt: Timestamp,
  appeal: z.string().nullable(),
  appealUntil: Timestamp,
  isOwn: z.boolean(),
  isTest: z.boolean(),
});
export type WithheldPayout = z.infer<typeof WithheldPayout>;

export const listWithheldPayouts = call({
  method: 'GET',
  path: '/api/admin/withheld-payouts',
  summary: 'Payouts whose money is under review, the oldest 50, those with an appeal first.',
  spec: [],
  who: 'admin',
  answer: z.strictObject({ items: z.array(WithheldPayout) }),
  status: 200,
  refusals: [],
});

export const decideWithheld = call({
  method: 'POST',
  path: '/api/admin/payout-requests/{payoutId}/withholding/decision',
  summary:
    'Decides finally about money under review: it is available again, or every reward of the payout is reversed. Reversing needs an appeal or 14 days without one, and after an appeal another admin if there is one.',
  spec: [],
  who: 'admin',
  params: z.strictObject({ payoutId: Id }),
  body: z.strictObject({ outcome: z.enum(['returned', 'taken']), sentence: Sentence }),
  answer: z.strictObject({}),
  status: 200,
  limit: 'decision',
  takesLong: true,
  refusals: ['not_found', 'own_decision', 'already_decided', 'appeal_open', 'same_admin'],
});
