import { composeMail, type MailText } from './mail-texts.ts';

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
