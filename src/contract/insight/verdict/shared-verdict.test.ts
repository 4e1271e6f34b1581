import { expect, test } from 'vitest';
import { type SharedVerdict, sharedPicturePath, sharedSentence } from './shared-verdict.ts';

const shown: SharedVerdict = {
  title: 'Night Bus',
  artistName: 'Ada',
  durationSeconds: 90,
  peaks: null,
  listeners: 38,
  stayed: 20,
  moment: { kind: 'lost', from: 65, to: 71 },
};

test('the sentence of a shared verdict says how many stayed, and the strongest moment', () => {
  expect(sharedSentence(shown).join('')).toBe(
    '20 of 38 kept listening after we stopped paying them. They get lost at 1:05.',
  );
  expect(sharedSentence({ ...shown, moment: { kind: 'love', from: 9, to: 12 } })[1]).toMatch(
    /They love 0:09\.$/,
  );
  expect(sharedSentence({ ...shown, moment: null })[1]).toBe(' kept listening after we stopped paying them.');
});

test('the picture is below the page', () => {
  expect(sharedPicturePath('42')).toBe('/verdicts/42/picture.png');
});
