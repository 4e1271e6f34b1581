/**
 * Ready-made reviews for presenters who would rather not write in front of an audience; each is long enough to be sent.
 */
export const cannedReviews = {
  Phenomenal:
    'This stopped me in the middle of what I was doing. The opening riff sets the whole mood in four bars, the drums push ' +
    'without ever crowding the guitars, and the break two thirds in gives everything that follows more weight. I would ' +
    'change nothing about the arrangement, and I would play it again tonight.',
  Great:
    'A strong track with a riff that stays in my head. The rhythm section is tight and the energy never drops below where ' +
    'it should be. The middle part could be a few bars shorter, and the lead guitar sits a little loud over everything ' +
    'else, but the last minute more than makes up for both of them.',
  Good:
    'A good start with a clear idea behind it. I like the tone of the guitars and the steady pulse underneath, and the ' +
    'structure makes sense to me. What I miss is contrast: the loudness hardly changes from beginning to end, so one quiet ' +
    'passage before the final part would let it land harder.',
} as const;

export type CannedStyle = keyof typeof cannedReviews;
export const cannedStyles: readonly CannedStyle[] = ['Phenomenal', 'Great', 'Good'];

/** The style of an unchanged canned review. */
export const styleOf = (comment: string): CannedStyle | null =>
  cannedStyles.find((style) => cannedReviews[style] === comment) ?? null;
