import { expect, test } from 'vitest';
import { missedDateMail, reviewsOpenedMail } from './plan-mails.ts';

const site = 'https://earshot.example';
const missed = {
  title: 'Night Bus',
  promisedAt: new Date('2026-11-26T23:59:59.999Z'),
  expiresAt: new Date('2026-12-27T00:01:00.000Z'),
};
const words = ({ text }: { readonly text: string }) => text.replaceAll(/\s+/g, ' ');

test.each([
  [
    { reviews: 2, uploads: 1 },
    'You have an upload and 2 reviews more, for any of your tracks until Sun, Dec 27.',
  ],
  [{ reviews: 1, uploads: 0 }, 'You have 1 review more, for any of your tracks'],
  [{ reviews: 0, uploads: 1 }, 'You have an upload more, for any of your tracks'],
  [{ reviews: 0, uploads: 0 }, 'we didn’t make it. This track still gets all of its reviews.'],
])('the email about a missed date says for %o what it brought', (brought, says) => {
  const mail = missedDateMail(site, { ...missed, ...brought });
  expect(mail.subject).toBe('“Night Bus” missed its date');
  for (const part of ['by Thu, Nov 26', says, 'This track still gets all of its reviews.'])
    expect(words(mail)).toContain(part);
});

test.each([
  [40, '40 reviews for your tracks are here'],
  [1, 'A review for your track is here'],
])('the email about %i new reviews leads to the tracks', (reviews, subject) => {
  const mail = reviewsOpenedMail(site, reviews);
  expect(mail.subject).toBe(subject);
  expect(words(mail)).toContain(`${site}/app/tracks`);
});
