import { composeMail, type MailText } from './mail-texts.ts';

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
