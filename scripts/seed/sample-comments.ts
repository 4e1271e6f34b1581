import type { PromptAnswers } from '#contract/reviewing/reviews/review-help.ts';
import { noAnswers } from '#contract/reviewing/reviews/review-prompts.ts';
import { sampleSentences } from './sample-sentences.ts';
import type { Reception } from './sample-tracks.ts';

/** Remarks on one second of the track, shorter than a full sentence so that they make no two comments alike. */
const timedRemarks = {
  good: [
    'What happens at {} is the reason I will come back.',
    'At {} I stopped what I was doing.',
    'The turn at {} is the best moment for me.',
    'The fill at {} is worth the whole track.',
  ],
  bad: [
    'Around {} it drags, and I began to wait.',
    'From {} on the low end is a blur.',
    'My attention went at {}.',
  ],
} as const;
const noteTexts = {
  good: ['Goosebumps.', 'This turn made me look up.', 'Nice fill.'],
  bad: [
    'The low end gets crowded here.',
    'The cymbals are a bit much from here on.',
    'I lost the beat for a moment.',
  ],
} as const;

/** Whether what is said of a second is good: as most listeners found it, or else as this one found the track. */
export function isGoodAt({ moments }: Reception, second: number, rating: number): boolean {
  const near = moments.find(({ atSecond }) => Math.abs(atSecond - second) <= 8);
  return near === undefined ? rating > 3 : near.kind === 'love';
}

/**
 * A comment of at least 45 words, one of 361: four sentences, each of 19. Any two comments share at most one sentence, which the
 * approval rules do not take for a copy. (Two lines over a field of 19 elements meet in one point.)
 */
export function sampleComment(number: number): string {
  const choices = sampleSentences[0]?.length ?? 1;
  const [a, b] = [number % choices, Math.floor(number / choices) % choices];
  const chosen = [a, b, (a + b) % choices, (a + 2 * b) % choices];
  return sampleSentences.map((part, place) => part[chosen[place] ?? 0]).join(' ');
}

const nth = (texts: readonly string[], number: number): string => texts[number % texts.length] ?? '';

/** A remark on one second of the track. */
export function sampleRemark(number: number, second: number, isGood: boolean): string {
  const time = `${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}`;
  return nth(timedRemarks[isGood ? 'good' : 'bad'], number).replace('{}', time);
}

export const sampleNote = (number: number, isGood: boolean): string =>
  nth(noteTexts[isGood ? 'good' : 'bad'], number);

/** Comments that the approval rules flag. */
const doubtfulComments = [
  'Great track great sound great drums great bass and a great voice. '.repeat(5).trim(),
  Array.from({ length: 3 }, () => sampleSentences[1]?.[0]).join(' '),
];

/**
 * A comment that goes to review by a person.
 * @param before its place among the doubtful reviews; others get undefined
 */
export const doubtfulComment = (before: number): string | undefined => doubtfulComments[before];

/** Every third review answers the prompts. */
export const samplePrompts = (number: number): PromptAnswers =>
  number % 3 === 0
    ? {
        worked: 'The riff and the drums that lean back behind it.',
        didNotWork: number % 2 === 0 ? 'The cymbals, after a while.' : null,
        toChange: 'Four bars less in the middle.',
      }
    : noAnswers;
