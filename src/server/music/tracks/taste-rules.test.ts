import { expect, test } from 'vitest';
import { listensTo, splitByTaste, summedAnswers, type Taste } from './taste-rules.ts';

const unknown: Taste = {
  isFavorite: false,
  reviewsIn: 0,
  reviewsOut: 0,
  starsIn: 0,
  starsOut: 0,
  staysIn: 0,
  staysOut: 0,
  unpaidIn: 0,
  unpaidOut: 0,
};
const reviews = { reviewsIn: 3, reviewsOut: 3 };
const stays = { staysIn: 3, staysOut: 3 };

test('a listener without data does not count as a fan of the genre', () => {
  expect(listensTo(unknown)).toBe(false);
});

test('a favorite genre counts as taste until both stars and unpaid seconds contradict it', () => {
  const favorite = { ...unknown, isFavorite: true };
  expect(listensTo(favorite)).toBe(true);
  const colder = { ...favorite, ...reviews, starsIn: 3, starsOut: 3.5 };
  expect(listensTo(colder)).toBe(true);
  expect(listensTo({ ...colder, ...stays, unpaidIn: 1, unpaidOut: 6 })).toBe(false);
  expect(listensTo({ ...favorite, ...reviews, ...stays })).toBe(true);
});

test('half a star more, or five unpaid seconds more, counts as taste; less does not', () => {
  expect(listensTo({ ...unknown, ...reviews, starsIn: 4, starsOut: 3.5 })).toBe(true);
  expect(listensTo({ ...unknown, ...reviews, starsIn: 3.9, starsOut: 3.5 })).toBe(false);
  expect(listensTo({ ...unknown, ...stays, unpaidIn: 10, unpaidOut: 5 })).toBe(true);
  expect(listensTo({ ...unknown, ...stays, unpaidIn: 9, unpaidOut: 5 })).toBe(false);
});

test('two tracks of a genre, or two of all others, are too few', () => {
  const loved = { ...unknown, ...reviews, starsIn: 5, starsOut: 1 };
  expect(listensTo({ ...loved, reviewsIn: 2 })).toBe(false);
  expect(listensTo({ ...loved, reviewsOut: 2 })).toBe(false);
});

const person = (listens: boolean, number: number | undefined) => ({ listens, number });

test('a split is shown once each side has three listeners', () => {
  const three = [person(true, 5), person(true, 4), person(true, 5)];
  const two = [person(false, 1), person(false, 2)];
  expect(splitByTaste([...three, ...two, person(false, undefined)], 5, true)).toBeNull();
  expect(splitByTaste([...three, ...two, person(false, 3)], 5, true)).toEqual({
    listeners: { people: 3, counts: [0, 0, 0, 1, 2], mean: 14 / 3 },
    others: { people: 3, counts: [1, 1, 1, 0, 0], mean: 2 },
  });
});

test('a scale without answers has no mean', () => {
  expect(summedAnswers([0, 0, 0], true)).toEqual({ people: 0, counts: [0, 0, 0], mean: null });
});

test('choices are counted, and have no mean', () => {
  const people = [1, 1, 2].flatMap((number) => [person(true, number), person(false, number)]);
  expect(splitByTaste(people, 2, false)?.listeners).toEqual({ people: 3, counts: [2, 1], mean: null });
});
