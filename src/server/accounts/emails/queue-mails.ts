import { composeMail, type MailText } from './mail-texts.ts';

/** Tells a listener who asked for it that there is a track to review. */
export const tracksAgainMail = (publicUrl: string): MailText =>
  composeMail({
    subject: 'There is a track to review again',
    paragraphs: ['You asked to be told when there is work again: a track waits for a review in your queue.'],
    action: { label: 'To the review queue', link: `${publicUrl}/app/review` },
    closing: ['You get this mail once, because you pressed “Tell me” on the empty queue.'],
  });

/** Tells a listener who waited that they may begin. */
export const letInMail = (publicUrl: string): MailText =>
  composeMail({
    subject: 'Your turn: the review queue is open for you',
    paragraphs: [
      'You waited for a place among the listeners. It is your turn now: tracks wait for your ears.',
    ],
    action: { label: 'To the review queue', link: `${publicUrl}/app/review` },
    closing: ['You get this mail once, because you were on the waiting list.'],
  });
