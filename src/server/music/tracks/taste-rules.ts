import { leastPeopleOfTaste } from '#contract/music/questions/question-rules.ts';
import type { Answered, ByTaste } from '#contract/music/questions/questions.ts';

/** A listener's taste for a genre compared with everything else they heard. */
export interface Taste {
  readonly isFavorite: boolean;
  readonly reviewsIn: number;
  readonly reviewsOut: number;
  readonly starsIn: number;
  readonly starsOut: number;
  readonly staysIn: number;
  readonly staysOut: number;
  /** Mean seconds heard after the paid minute, in the genre. */
  readonly unpaidIn: number;
  readonly unpaidOut: number;
}

/** With fewer tracks in the genre, or outside it, a comparison says nothing. */
const leastTracks = 3;
const starsApart = 0.5;
const secondsApart = 5;

const leaning = (difference: number, apart: number): number =>
  difference >= apart ? 1 : difference <= -apart ? -1 : 0;

const isEnough = (inside: number, outside: number) => inside >= leastTracks && outside >= leastTracks;

/**
 * Whether a listener is of the genre. A favorite genre counts as two votes, stars and unpaid seconds as one each, for
 * or against: those who chose the genre are out only if both are against it, others are in if one is for it and none
 * against.
 */
export function listensTo(taste: Taste): boolean {
  const { isFavorite, reviewsIn, reviewsOut, starsIn, starsOut, staysIn, staysOut, unpaidIn, unpaidOut } =
    taste;
  const stars = isEnough(reviewsIn, reviewsOut) ? leaning(starsIn - starsOut, starsApart) : 0;
  const unpaid = isEnough(staysIn, staysOut) ? leaning(unpaidIn - unpaidOut, secondsApart) : 0;
  return (isFavorite ? 2 : 0) + stars + unpaid > 0;
}

/** The counts of an answer, with the mean if they are the steps of a scale. */
export function summedAnswers(counts: readonly number[], isScale: boolean): Answered {
  const people = counts.reduce((total, count) => total + count, 0);
  const sum = counts.reduce((total, count, step) => total + count * (step + 1), 0);
  return { people, counts: [...counts], mean: isScale && people > 0 ? sum / people : null };
}

function countAnswers(numbers: readonly number[], steps: number, isScale: boolean): Answered {
  const counts = Array.from(
    { length: steps },
    (_, step) => numbers.filter((number) => number === step + 1).length,
  );
  return summedAnswers(counts, isScale);
}

interface Person {
  readonly listens: boolean;
  readonly number: number | undefined;
}

/**
 * Answers of the genre's listeners beside those of the others; null if either group is too small to keep a person
 * anonymous.
 */
export function splitByTaste(people: readonly Person[], steps: number, isScale: boolean): ByTaste {
  const countOf = (listens: boolean) =>
    countAnswers(
      people.flatMap((person) => (person.listens === listens ? (person.number ?? []) : [])),
      steps,
      isScale,
    );
  const [listeners, others] = [countOf(true), countOf(false)];
  return Math.min(listeners.people, others.people) < leastPeopleOfTaste ? null : { listeners, others };
}
