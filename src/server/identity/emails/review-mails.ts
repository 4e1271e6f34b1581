import { formatCents } from '#contract/cents.ts';
import type { Cents } from '#contract/primitives.ts';
import { composeMail, type MailText } from './compose-mail.ts';

interface DecidedReview {
  readonly trackTitle: string;
  readonly status: 'approved' | 'rejected' | 'reversed';
  readonly reasonLabel: string | null;
  /** The admin's own sentence. */
  readonly sentence: string | null;
  readonly appealOutcome: 'granted' | 'dismissed' | null;
  readonly earnedCents: Cents;
}

const reviewNews = ({ trackTitle, status, appealOutcome }: DecidedReview): string => {
  if (appealOutcome === 'granted')
    return `Your appeal was granted: your review of “${trackTitle}” was approved`;
  if (appealOutcome === 'dismissed') return `Your review of “${trackTitle}” stays rejected after your appeal`;
  if (status === 'reversed') return `The approval of your review of “${trackTitle}” was reversed`;
  return `Your review of “${trackTitle}” was rejected`;
};

const reviewClosing = ({ status, appealOutcome, earnedCents }: DecidedReview): string[] => {
  if (status === 'approved') return [`We added ${formatCents(earnedCents)} to your wallet.`];
  return status === 'rejected' && appealOutcome === null ? ['You can appeal once, in My Reviews.'] : [];
};

/** Tells a listener what was decided about a review. */
export function reviewDecisionMail(publicUrl: string, review: DecidedReview): MailText {
  const { reasonLabel, sentence } = review;
  const news = reviewNews(review);
  return composeMail({
    subject: news,
    paragraphs: [`${news}.`, ...[reasonLabel && `${reasonLabel}.`, sentence].filter((part) => part !== null)],
    action: { label: 'See my reviews', link: `${publicUrl}/app/my-reviews` },
    closing: reviewClosing(review),
  });
}

/** Tells a listener who asked for it that a track is available. */
export const tracksAgainMail = (publicUrl: string): MailText =>
  composeMail({
    subject: 'A track is ready for your review',
    paragraphs: ['You asked us to tell you when there’s a track to review. One is ready now.'],
    action: { label: 'Open the review queue', link: `${publicUrl}/app/review` },
    closing: ['You get this email once, because you pressed “Tell me” on the empty queue.'],
  });

/** Tells a listener on the waiting list that they may start. */
export const letInMail = (publicUrl: string): MailText =>
  composeMail({
    subject: 'Your turn: the review queue is open for you',
    paragraphs: ['You were on the waiting list. It’s your turn now: tracks are ready for you.'],
    action: { label: 'Open the review queue', link: `${publicUrl}/app/review` },
    closing: ['You get this email once, because you were on the waiting list.'],
  });
