import { mostLettersCounted, mostTextMilliseconds } from '#contract/business-rules.ts';
import type { TypingCounts } from '#contract/reviews/typing-counts.ts';

/** One change of the text. */
export interface TextChange {
  /** As browsers name it (Input Events); empty where they do not. */
  readonly inputType: string;
  readonly before: string;
  readonly after: string;
  /** What arrives was taken from this very text: moving a sentence is no pasting. */
  readonly isMoved: boolean;
  /** Since the field took the focus or the text last changed. */
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

/** A longer pause is spent on listening, or elsewhere. */
const longestPause = 30_000;

/** Letters that a change brings: what is between the beginning and the end that both texts share. */
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
 * The counts after a change. Only what browsers name as pasted or dropped counts as pasted: dictation, corrections, input methods,
 * assistive technology and whatever has no name count as typed.
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
