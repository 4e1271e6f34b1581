import { type ReportedKind, type TakedownReason, takedownReasons } from '#contract/report-reasons.ts';
import { composeMail, type MailText } from './compose-mail.ts';

/** A thing that was taken down. */
export interface MailedTakedown {
  readonly kind: ReportedKind;
  readonly trackTitle: string;
  /** Its title or text. */
  readonly shown: string;
  readonly sentence: string;
}

const nameOf = ({ kind, trackTitle }: MailedTakedown): string =>
  ({
    track: `“${trackTitle}”`,
    review: `your review of “${trackTitle}”`,
    question: `your question about “${trackTitle}”`,
  })[kind];

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The page where the owner sees it and may answer. */
const pageOf = (publicUrl: string, { kind }: MailedTakedown) =>
  kind === 'review'
    ? { label: 'Go to your reviews', link: `${publicUrl}/app/my-reviews` }
    : { label: 'Go to your tracks', link: `${publicUrl}/app/tracks` };

const closing = ['You always get emails about your own tracks, reviews and questions.'];

const ended: Readonly<Record<ReportedKind, string>> = {
  track:
    'Listeners can’t find or play it, and if it has a promised date, that is on hold. You keep its reviews.',
  review: 'The artist no longer sees its words. Its stars stay, and so does your pay.',
  question: 'Listeners no longer see it. You keep the answers so far.',
};

/** Tells an owner what was taken down and why, and that they may answer once. */
export const takenDownMail = (
  publicUrl: string,
  taken: MailedTakedown & { readonly reason: TakedownReason },
): MailText =>
  composeMail({
    subject: upper(`${nameOf(taken)} was taken down`),
    paragraphs: [
      `${upper(nameOf(taken))} was taken down. The reason: ${takedownReasons[taken.reason]}.`,
      taken.sentence,
      ended[taken.kind],
      'If this is wrong, tell us why. You can answer once, and an admin will read it.',
    ],
    action: pageOf(publicUrl, taken),
    closing,
  });

/** Tells an owner that the answer was read and the takedown stands. */
export const takedownUpheldMail = (publicUrl: string, taken: MailedTakedown): MailText =>
  composeMail({
    subject: upper(`${nameOf(taken)} stays down`),
    paragraphs: [`We read your answer. ${upper(nameOf(taken))} stays down.`, taken.sentence],
    action: pageOf(publicUrl, taken),
    closing,
  });

const back: Readonly<Record<ReportedKind, string>> = {
  track: 'It’s back. If it had a promised date, we pushed the date back by the time it was down.',
  review: 'The artist sees its words again.',
  question: 'Listeners see it again.',
};

/** Tells an owner that the thing is restored, and what was credited for a mistake. */
export const thingRestoredMail = (
  publicUrl: string,
  taken: MailedTakedown & { readonly givenBack: { readonly reviews: number } | null },
): MailText =>
  composeMail({
    subject: upper(`${nameOf(taken)} is back`),
    paragraphs: [
      `${upper(nameOf(taken))} was taken down. ${back[taken.kind]}`,
      taken.sentence,
      ...(taken.givenBack === null ? [] : [givenBackLine(taken.givenBack.reviews)]),
    ],
    action: pageOf(publicUrl, taken),
    closing,
  });

const givenBackLine = (reviews: number): string =>
  reviews === 0
    ? 'Taking it down was our mistake. You get the upload back, for a month.'
    : `Taking it down was our mistake. You get the upload back, plus ${reviews} ${reviews === 1 ? 'review' : 'reviews'} to assign, for a month.`;

/** Forwards an owner's answer to a takedown to an admin. */
export const takedownAnsweredMail = (
  publicUrl: string,
  { trackTitle, answer }: Pick<MailedTakedown, 'trackTitle'> & { readonly answer: string },
): MailText =>
  composeMail({
    subject: `Takedown answered: “${trackTitle}”`,
    paragraphs: ['Someone answered a takedown and is waiting for your decision. They wrote:', answer],
    action: { label: 'Open the reports', link: `${publicUrl}/app/admin?tab=reports&view=answered` },
    closing: ['You get this email because you’re an admin.'],
  });
