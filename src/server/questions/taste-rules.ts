import { leastPeopleOfTaste } from '#contract/questions/question-rules.ts';
import type { Answered, ByTaste } from '#contract/questions/questions.ts';

/** What tells of one listener's taste for a genre, against everything else they heard. */
export interface Taste {
  readonly isFavorite: boolean;
  readonly reviewsIn: number;
  readonly reviewsOut: number;
  readonly starsIn: number;
  readonly starsOut: number;
  readonly staysIn: number;
  readonly staysOut: number;
  /** Mean seconds heard after the paid minute. */
  readonly unpaidIn: number;
  readonly unpaidOut: number;
}

/** Fewer tracks of the genre, or elsewhere, say nothing. */
const leastTracks = 3;
const starsApart = 0.5;
const secondsApart = 5;

const leaning = (difference: number, apart: number): number =>
  difference >= apart ? 1 : difference <= -apart ? -1 : 0;

const isEnough = (inside: number, outside: number) => inside >= leastTracks && outside >= leastTracks;

/**
 * Whether somebody listens to the genre. A favorite genre counts for two, stars and unpaid seconds for one each, for or
 * against: who chose the genre is out only if both speak against it, who did not is in if one speaks for it and none against.
 */
export function listensTo(taste: Taste): boolean {
  const { isFavorite, reviewsIn, reviewsOut, starsIn, starsOut, staysIn, staysOut, unpaidIn, unpaidOut } =
    taste;
  const stars = isEnough(reviewsIn, reviewsOut) ? leaning(starsIn - starsOut, starsApart) : 0;
  const unpaid = isEnough(staysIn, staysOut) ? leaning(unpaidIn - unpaidOut, secondsApart) : 0;
  return (isFavorite ? 2 : 0) + stars + unpaid > 0;
}

/** Answers by how many gave each; the mean only where they are the steps of a scale. */
export function summedAnswers(counts: readonly number[], isScale: boolean): Answered {
  const people = counts.reduce((total, count) => total + count, 0);
  const sum = counts.reduce((total, count, step) => total + count * (step + 1), 0);
  return { people, counts: [...counts], mean: isScale && people > 0 ? sum / people : null };
}

/** How many gave each number from 1 to `steps`. */
function countAnswers(numbers: readonly number[], steps: number, isScale: boolean): Answered {
  const counts = Array.from(
    { length: steps },
    (_, step) => numbers.filter((number) => number === step + 1).length,
  );
  return summedAnswers(counts, isScale);
}

interface Person {
  readonly listens: boolean;
  /** Undefined for who did not answer. */
  readonly number: number | undefined;
}

/** The answers of who listens to the genre beside those of the others; null where either are too few to stand for more than a person. */
export function splitByTaste(people: readonly Person[], steps: number, isScale: boolean): ByTaste {
  const of = (listens: boolean) =>
    countAnswers(
      people.flatMap((person) => (person.listens === listens ? (person.number ?? []) : [])),
      steps,
      isScale,
    );
  const [listeners, others] = [of(true), of(false)];
  return Math.min(listeners.people, others.people) < leastPeopleOfTaste ? null : { listeners, others };
}
