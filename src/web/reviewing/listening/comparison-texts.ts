import {
  type ComparedSide,
  type ComparisonChoice,
  comparedSides,
} from '#contract/music/versions/version-rules.ts';
import type { Comparison } from '#contract/reviewing/listening/listening.ts';

export const sideName = (side: ComparedSide): string => side.toUpperCase();

export const choiceLabels: Readonly<Record<ComparisonChoice, string>> = {
  a: 'A is better',
  b: 'B is better',
  none: 'No difference',
};

type Heard = Readonly<Record<ComparedSide, number>>;

/** What is still to be heard before the choice; null if it may be made. */
export function missingText(comparison: Comparison, heard: Heard): string | null {
  const missing = comparedSides.flatMap((side) => {
    const seconds = Math.ceil(comparison[side].secondsToHear - heard[side]);
    return seconds > 0 ? [`${seconds} s more of ${sideName(side)}`] : [];
  });
  return missing.length === 0 ? null : `Listen to ${missing.join(' and ')} to choose.`;
}

/** What was chosen and which side is which. */
export function revealText({ choice, newSide, version, formerVersion }: Comparison): string | null {
  if (choice === null || newSide === null) return null;
  const former = newSide === 'a' ? 'b' : 'a';
  const chosen = choice === 'none' ? 'You heard no difference.' : `You chose ${sideName(choice)}.`;
  return `${chosen} ${sideName(newSide)} is V${version}, the new version. ${sideName(former)} is V${formerVersion}, which you reviewed before.`;
}
