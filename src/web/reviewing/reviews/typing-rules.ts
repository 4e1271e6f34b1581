import { mostLettersCounted, mostTextMilliseconds } from '#contract/business-rules.ts';
import type { TypingCounts } from '#contract/reviewing/reviews/typing-counts.ts';

/** A change of the text. */
export interface TextChange {
  /** The browser's name for it (Input Events); empty if there is none. */
  readonly inputType: string;
  readonly before: string;
  readonly after: string;
  /** The inserted text was taken from this text: moving a sentence is not pasting. */
  readonly isMoved: boolean;
  /** Milliseconds since the field got the focus or the text last changed. */
  readonly milliseconds: number;
}

export const nothingTyped: TypingCounts = { typedLetters: 0, pastedLetters: 0, textMilliseconds: 0 };

const pastes: ReadonlySet<string> = new Set([
  'insertFromPaste',
  'insertFromPasteAsQuotation',
  'insertFromDrop',
  'insertFromYank',
]);
const undoes: ReadonlySet<string> = new Set(['historyUndo', 'historyRedo']);

/** A longer pause was spent listening or elsewhere. */
const longestPause = 30_000;

/** The number of inserted letters: those between the common start and end of both texts. */
export function lettersBrought(before: string, after: string): number {
  const [old, changed] = [[...before], [...after]];
  const most = Math.min(old.length, changed.length);
  let start = 0;
  while (start < most && old[start] === changed[start]) start += 1;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === changed[changed.length - 1 - end]) end += 1;
  return changed.length - start - end;
}

/**
 * Updates the counts. Only what browsers report as pasted or dropped counts as pasted. Dictation, corrections, input
 * methods, assistive technology and unnamed changes count as typed.
 */
export function countedWith(counts: TypingCounts, change: TextChange): TypingCounts {
  const brings = !change.isMoved && !undoes.has(change.inputType);
  const letters = brings ? lettersBrought(change.before, change.after) : 0;
  const isPasted = pastes.has(change.inputType);
  const time = Math.round(Math.min(Math.max(0, change.milliseconds), longestPause));
  return {
    typedLetters: Math.min(mostLettersCounted, counts.typedLetters + (isPasted ? 0 : letters)),
    pastedLetters: Math.min(mostLettersCounted, counts.pastedLetters + (isPasted ? letters : 0)),
    textMilliseconds: Math.min(mostTextMilliseconds, counts.textMilliseconds + time),
  };
}
