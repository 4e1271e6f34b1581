import { expect, it } from 'vitest';
import { mayOpenFrom } from './opened-tracks-rules.ts';

const opened = ['08', '09', '10'].map((hour) => ({
  trackId: `at ${hour}`,
  openedAt: new Date(`2030-05-15T${hour}:00:00Z`),
}));

it('one more track may be opened below the bound', () => {
  expect(mayOpenFrom(opened, 4, 'new')).toBeNull();
});

it('at the bound one more may be opened a day after the first of them', () => {
  expect(mayOpenFrom(opened, 3, 'new')).toEqual(new Date('2030-05-16T08:00:00Z'));
});

it('beyond a bound that has become smaller one waits until there is room below it', () => {
  expect(mayOpenFrom(opened, 2, 'new')).toEqual(new Date('2030-05-16T09:00:00Z'));
});

it('what is open already may be heard on', () => {
  expect(mayOpenFrom(opened, 3, 'at 09')).toBeNull();
});
