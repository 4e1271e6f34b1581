import type { Verdict } from '#contract/insight/verdict/verdict.ts';

type Beside = Pick<Verdict, 'circle' | 'staying' | 'rating'>;

const heardText = (count: number) => `${count === 0 ? 'none' : count} heard it to the end`;

function strangersSentence({ staying: { listeners, stayed }, rating }: Omit<Beside, 'circle'>): string {
  if (listeners > 0) {
    const figures = [
      ...(rating === null ? [] : [rating.mean.toFixed(1)]),
      `${stayed} of ${listeners} stayed`,
    ];
    return `Strangers (${listeners}): ${figures.join(', ')}.`;
  }
  return rating === null ? 'Too few strangers yet to compare.' : `Strangers: ${rating.mean.toFixed(1)}.`;
}

/** The guests of private links beside the listeners; null without guests. */
export function circleSentence({ circle, ...strangers }: Beside): string | null {
  if (circle === null) return null;
  const { devices, heardToEnd, stars } = circle;
  const figures = [stars === null ? 'no stars yet' : stars.mean.toFixed(1), heardText(heardToEnd)];
  return `Your circle (${devices}): ${figures.join(', ')}. ${strangersSentence(strangers)}`;
}
