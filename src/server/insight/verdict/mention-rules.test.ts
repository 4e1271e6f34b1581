import { expect, test } from 'vitest';
import { countMentions } from './mention-rules.ts';

test('a review counts once per topic, however often it mentions it', () =>
  expect(countMentions(['Drums, drums, and the snare!', 'No beat at all.'])).toEqual([
    { topic: 'drums', count: 2 },
  ]));

test('words inside other words do not count', () =>
  expect(countMentions(['A monkey in the subway reads textiles belonging to keyholders.'])).toEqual([]));

test('the most mentioned topic comes first', () =>
  expect(countMentions(['The intro drags.', 'Long intro.', 'Great INTRO']).map(({ topic }) => topic)).toEqual(
    ['intro', 'length'],
  ));

test('a topic mentioned by more texts comes before one listed earlier', () =>
  expect(countMentions(['A voice.', 'Bass.', 'More bass!']).map(({ topic }) => topic)).toEqual([
    'bass',
    'voice',
  ]));

test('without texts there are no mentions', () => expect(countMentions([])).toEqual([]));
