import { type ReportedKind, type TakedownReason, takedownReasons } from '#contract/report-reasons.ts';
import { composeMail, type MailText } from './mail-texts.ts';

/** Something that was taken down. */
export interface ToldTakedown {
  readonly kind: ReportedKind;
  readonly trackTitle: string;
  /** Its title, or its words. */
  readonly shown: string;
  readonly sentence: string;
}

const nameOf = ({ kind, trackTitle }: ToldTakedown): string =>
  ({
    track: `“${trackTitle}”`,
    review: `your review of “${trackTitle}”`,
    question: `your question about “${trackTitle}”`,
  })[kind];

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Where the owner sees it, and may answer. */
const pageOf = (publicUrl: string, { kind }: ToldTakedown) =>
  kind === 'review'
    ? { label: 'To your reviews', link: `${publicUrl}/app/my-reviews` }
    : { label: 'To your tracks', link: `${publicUrl}/app/tracks` };

const closing = ['This mail is about something of yours, so it always comes.'];

const ended: Readonly<Record<ReportedKind, string>> = {
  track: 'Nobody can hear or find it, and its promised date waits. Its reviews stay.',
  review: 'The artist no longer reads its words. Its stars and what you earned with it stay.',
  question: 'Listeners are asked it no more. The answers so far stay.',
};

/** Tells an owner that something was taken down, why, and that it may be answered once. */
export const takenDownMail = (
  publicUrl: string,
  taken: ToldTakedown & { readonly reason: TakedownReason },
): MailText =>
  composeMail({
    subject: upper(`${nameOf(taken)} was taken down`),
    paragraphs: [
      `${upper(nameOf(taken))} was taken down. The reason: ${takedownReasons[taken.reason]}.`,
      taken.sentence,
      ended[taken.kind],
      'If this is wrong, say why. You can answer once, and an admin reads it.',
    ],
    action: pageOf(publicUrl, taken),
    closing,
  });

/** Tells an owner that the answer was read and changes nothing. */
export const takedownUpheldMail = (publicUrl: string, taken: ToldTakedown): MailText =>
  composeMail({
    subject: upper(`${nameOf(taken)} stays down`),
    paragraphs: [`We read your answer. ${upper(nameOf(taken))} stays down.`, taken.sentence],
    action: pageOf(publicUrl, taken),
    closing,
  });

const back: Readonly<Record<ReportedKind, string>> = {
  track: 'It is back. Where it had a promised date, the date has moved by as long as it was down.',
  review: 'The artist reads its words again.',
  question: 'Listeners are asked it again.',
};

/** Tells an owner that something is back, and with it what a mistake has given back. */
export const thingRestoredMail = (
  publicUrl: string,
  taken: ToldTakedown & { readonly givenBack: { readonly reviews: number } | null },
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
    ? 'Taking it down was our mistake. You have the upload back; it does not end with the month.'
    : `Taking it down was our mistake. You have the upload back, and ${reviews} ${reviews === 1 ? 'review' : 'reviews'} for one of your next tracks. Neither ends with the month.`;

/** Tells an admin what an owner says to a takedown. */
export const takedownAnsweredMail = (
  publicUrl: string,
  { trackTitle, answer }: Pick<ToldTakedown, 'trackTitle'> & { readonly answer: string },
): MailText =>
  composeMail({
    subject: `A takedown was answered: “${trackTitle}”`,
    paragraphs: ['Somebody has answered a takedown, and waits for a decision. They say:', answer],
    action: { label: 'To the reports', link: `${publicUrl}/app/admin?tab=reports&view=answered` },
    closing: ['You get this mail because you are an admin.'],
  });
