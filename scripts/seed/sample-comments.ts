import type { PromptAnswers, ReviewNote } from '#contract/review-help.ts';
import { noAnswers } from '#contract/review-prompts.ts';

/** Sentences that samples of reviews are put together from: about any loud guitar track, and plainly nobody's. */
const sentences = [
  'The intro wastes no time: the main riff is there within two bars and I knew what this track wanted from me.',
  'I like how the drums stay a hair behind the guitars, it gives the whole verse a weight that a click would have killed.',
  'Around the half minute the second guitar comes in and the low end gets crowded, so the bass line more or less disappears.',
  'The break is the best moment for me, everything drops away and that single melody suddenly sounds lonely and huge.',
  'I would pull the cymbals down a little, after a minute they sit on top of everything and my ears get tired.',
  'The lead tone is lovely, singing but not sweet, and it never plays a note more than the phrase asks for.',
  'What is missing for me is a second idea, because the chorus returns a third time without having changed its clothes.',
  'The transition back into the verse surprised me on the first listen and still made me smile on the second.',
  'On small speakers the kick vanishes completely, while on headphones it is the part that carries the tune.',
  'This would work as the opening of a set: it says who you are before anybody has put down their drink.',
  'The harmony under the solo moves in a way I did not expect, and that one chord is why I would play it again.',
  'I kept waiting for a voice and then stopped missing it, which says a lot about how clearly the guitars speak.',
  'The ending comes too early, I had just settled into the groove when the last chord was already ringing out.',
  'There is a tiny hesitation before each fill that sounds human and warm, please do not let anybody quantise it away.',
  'The dynamics could go further, since the quiet passage is only slightly quieter and therefore the return hits softer.',
  'Panning the two rhythm guitars hard to the sides gives it a width that feels like standing in the rehearsal room.',
  'If I could change one thing I would shorten the middle section by four bars and let the hook come back sooner.',
  'It reminds me of long drives at night, steady and stubborn, with just enough light on the road to keep going.',
  'The reverb on the snare is a size too big for such a dry guitar, and it pushes the whole kit into another building.',
  'My favorite detail is the muted strum before the second verse, because it tells you exactly how hard the next bar will land.',
];

const choices = 5;

/**
 * A comment of at least 45 words: four sentences, each of five. Within 25 comments of a listener any two share at most one
 * sentence, and so do the comments of different listeners with the same number.
 */
export function sampleComment(listener: number, number: number): string {
  const place = number + 6 * listener;
  const [a, b] = [place % choices, Math.floor(place / choices) % choices];
  const chosen = [a, b, (a + b) % choices, (a + 2 * b) % choices];
  return chosen.map((choice, part) => sentences[part * choices + choice]).join(' ');
}

/** What the approval rules doubt, so that the admin of the samples has something to decide. */
const doubtfulComments = [
  'Great track great sound great drums great bass and a great voice. '.repeat(5).trim(),
  `${sentences[1]} ${sentences[1]} ${sentences[1]}`,
];

/** A comment that goes to a person; undefined for any but the last reviews. */
export const doubtfulComment = (number: number, ofAll: number): string | undefined =>
  doubtfulComments[ofAll - 1 - number];

/** Answers to the prompts with every third review. */
export const samplePrompts = (number: number): PromptAnswers =>
  number % 3 === 0
    ? {
        worked: 'The riff and the drums that lean back behind it.',
        didNotWork: number % 2 === 0 ? 'The cymbals, after a while.' : null,
        toChange: 'Four bars less in the middle.',
      }
    : noAnswers;

/** Notes tied to moments with every second review. */
export const sampleNotes = (number: number): ReviewNote[] =>
  number % 2 === 0
    ? [
        { atSecond: 8 + ((number * 7) % 20), note: 'This turn made me look up.' },
        { atSecond: 34 + ((number * 5) % 24), note: 'The low end gets crowded here.' },
      ]
    : [];
