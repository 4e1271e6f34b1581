import { composeMail, type MailText } from './mail-texts.ts';

const day = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

export interface MissedPromise {
  readonly title: string;
  readonly promisedAt: Date | null;
  readonly reviews: number;
  /** How many of them were the track's own places. */
  readonly moved: number;
}

const givenBackText = (reviews: number): string =>
  reviews === 0
    ? 'We gave you the upload back. It doesn’t expire at the end of the month.'
    : `We gave you the upload back, plus ${reviews} ${reviews === 1 ? 'review' : 'reviews'} for one of your next tracks. Neither expires at the end of the month.`;

function goesOnText(reviews: number, moved: number): string {
  if (moved === 0) return 'This track still gets its remaining reviews, too.';
  const which = moved < reviews ? `${moved} of them` : reviews === 1 ? 'It' : 'They';
  return `${which} came from this track’s open places, so it now gets fewer reviews.`;
}

/** Tells an artist that a promised date was missed, and what was credited. */
export function missedPromiseMail(publicUrl: string, missed: MissedPromise): MailText {
  const { title, promisedAt, reviews, moved } = missed;
  const date = promisedAt === null ? 'in time' : `by ${day.format(promisedAt)}`;
  return composeMail({
    subject: `“${title}” missed its date: your upload is back`,
    paragraphs: [
      `We promised all reviews of “${title}” ${date}, and we didn’t make it.`,
      `${givenBackText(reviews)} ${goesOnText(reviews, moved)}`,
    ],
    action: { label: 'See your tracks', link: `${publicUrl}/app/tracks` },
    closing: ['You always get emails about your plan.'],
  });
}
