import type { PromptAnswers } from '#contract/reviewing/reviews/review-help.ts';
import { noAnswers } from '#contract/reviewing/reviews/review-prompts.ts';
import { sampleSentences } from './sample-sentences.ts';

/** A remark on one second of the track, shorter than a full sentence so that it makes no two comments alike. */
const timedRemarks: readonly ((time: string) => string)[] = [
  (time) => `What happens at ${time} is the reason I will come back.`,
  (time) => `At ${time} I stopped what I was doing.`,
  (time) => `The turn at ${time} is the best moment for me.`,
  (time) => `Around ${time} it drags, and I began to wait.`,
  (time) => `Listen to ${time} again on small speakers.`,
  (time) => `The fill at ${time} is worth the whole track.`,
  (time) => `From ${time} on the low end is a blur.`,
];

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

/** A remark on one second of the track. */
export function sampleRemark(number: number, second: number): string {
  const time = `${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}`;
  return timedRemarks[number % timedRemarks.length]?.(time) ?? '';
}

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
