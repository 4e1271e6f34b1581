import { formatCents } from '#contract/cents.ts';
import type { Cents } from '#contract/primitives.ts';
import { composeMail, type MailText } from './compose-mail.ts';

const refunded = {
  plan: 'Your plan has ended, and its tracks get no new listeners. Anyone who was listening still gets paid, and you keep the reviews.',
  second:
    'You already have a plan, so we canceled the second subscription that you paid for. Your plan and its reviews stay as they are. To change it, choose another plan on your subscription page.',
  pack: 'The reviews and the upload of the pack are gone from your account.',
} as const;

/** Tells an artist that a payment was refunded, and what that means. */
export const refundedMail = (publicUrl: string, amountCents: Cents, what: keyof typeof refunded): MailText =>
  composeMail({
    subject: 'Your payment was refunded',
    paragraphs: [
      `We refunded ${formatCents(amountCents)}. It reaches your bank within a few days.`,
      refunded[what],
    ],
    action: { label: 'See your subscription', link: `${publicUrl}/app/subscription` },
    closing: ['You always get emails about your plan.'],
  });

const day = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

export interface MissedDate {
  readonly title: string;
  readonly promisedAt: Date | null;
  /** What the missed date brought. */
  readonly reviews: number;
  readonly uploads: number;
  readonly expiresAt: Date;
}

const reviewsOf = (count: number): string => `${count} ${count === 1 ? 'review' : 'reviews'}`;

function broughtText({ reviews, uploads, expiresAt }: MissedDate): string {
  const brought = [...(uploads > 0 ? ['an upload'] : []), ...(reviews > 0 ? [reviewsOf(reviews)] : [])];
  if (brought.length === 0) return '';
  return `You have ${brought.join(' and ')} more, for any of your tracks until ${day.format(expiresAt)}. `;
}

/** Tells an artist that a promised date was missed, and what that brought. */
export function missedDateMail(publicUrl: string, missed: MissedDate): MailText {
  const { title, promisedAt } = missed;
  const date = promisedAt === null ? 'in time' : `by ${day.format(promisedAt)}`;
  return composeMail({
    subject: `“${title}” missed its date`,
    paragraphs: [
      `We promised the reviews of “${title}” ${date}, and we didn’t make it.`,
      `${broughtText(missed)}This track still gets all of its reviews.`,
    ],
    action: { label: 'See your tracks', link: `${publicUrl}/app/tracks` },
    closing: ['You always get emails about your reviews.'],
  });
}

/** Tells an artist with a track without reviews that new ones are there. */
export const reviewsOpenedMail = (publicUrl: string, reviews: number): MailText =>
  composeMail({
    subject:
      reviews === 1 ? 'A review for your track is here' : `${reviewsOf(reviews)} for your tracks are here`,
    paragraphs: [`You have ${reviewsOf(reviews)} to give, and a track without any. Choose how many it gets.`],
    action: { label: 'Add reviews', link: `${publicUrl}/app/tracks` },
    closing: ['You always get emails about your reviews.'],
  });
