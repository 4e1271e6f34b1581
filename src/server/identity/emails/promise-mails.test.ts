import { expect, test } from 'vitest';
import { missedPromiseMail } from './promise-mails.ts';

const missed = { title: 'Night Bus', promisedAt: new Date('2026-11-26T23:59:59.999Z') };
const fewer = 'came from this track’s open places, so it now gets fewer reviews.';
const stays = 'This track still gets its remaining reviews, too.';

test.each([
  [{ reviews: 0, moved: 0 }, ['We gave you the upload back. It doesn’t expire', stays], 'review for'],
  [{ reviews: 2, moved: 0 }, ['plus 2 reviews for one of your next tracks. Neither expires', stays], fewer],
  [{ reviews: 1, moved: 1 }, ['plus 1 review for', `It ${fewer}`], stays],
  [{ reviews: 6, moved: 6 }, ['plus 6 reviews for', `They ${fewer}`], stays],
  [{ reviews: 6, moved: 4 }, ['plus 6 reviews for', `4 of them ${fewer}`], stays],
])('the email about a missed date says for %o what was returned, and from where', (given, says, saysNot) => {
  const { text } = missedPromiseMail('https://earshot.example', { ...missed, ...given });
  const words = text.replaceAll(/\s+/g, ' ');
  for (const part of says) expect(words).toContain(part);
  expect(words).not.toContain(saysNot);
});
