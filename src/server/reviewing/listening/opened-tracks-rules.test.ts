import { expect, it } from 'vitest';
import { mayOpenFrom } from './opened-tracks-rules.ts';

const opened = ['08', '09', '10'].map((hour) => ({
  trackId: `at ${hour}`,
  openedAt: new Date(`2030-05-15T${hour}:00:00Z`),
}));

it('one more track can be opened below the limit', () => {
  expect(mayOpenFrom(opened, 4, 'new')).toBeNull();
});

it('at the limit another track can be opened a day after the first one', () => {
  expect(mayOpenFrom(opened, 3, 'new')).toEqual(new Date('2030-05-16T08:00:00Z'));
});

it('if the limit was lowered, another track can be opened once the count is below it', () => {
  expect(mayOpenFrom(opened, 2, 'new')).toEqual(new Date('2030-05-16T09:00:00Z'));
});

it('a track that is already open can still be played', () => {
  expect(mayOpenFrom(opened, 3, 'at 09')).toBeNull();
});
