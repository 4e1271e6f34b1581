import type { QuestionResult } from '#contract/music/questions/questions.ts';

/** Fewer answers split by chance. */
const fewestToSplit = 10;

/** Several words of which only the first has a capital, which it loses within a sentence; others may be names. */
const inSentence = (choice: string): string =>
  /^\p{Lu}\p{Ll}+\s\P{Lu}+$/u.test(choice) ? choice.charAt(0).toLowerCase() + choice.slice(1) : choice;

/**
 * Divided answers in words: the two most given, if they are most of all answers and chance explains their difference (a
 * sign test at 5%). If another choice lies between them, each change to please one side displeases the other.
 */
export function splitText({
  kind,
  choices,
  all,
}: Pick<QuestionResult, 'kind' | 'choices' | 'all'>): string | null {
  if (kind !== 'choice' || all.people < fewestToSplit) return null;
  const [most, next] = choices
    .map((choice, place) => ({ choice, place, count: all.counts[place] ?? 0 }))
    .sort((a, b) => b.count - a.count);
  if (most === undefined || next === undefined) return null;
  const both = most.count + next.count;
  if (both * 2 <= all.people || (most.count - next.count) ** 2 > 3.84 * both) return null;
  const [one, other] = [most, next].sort((a, b) => a.place - b.place);
  if (one === undefined || other === undefined) return null;
  const counts = `${one.count} ${inSentence(one.choice)}, ${other.count} ${inSentence(other.choice)}`;
  return `Split: ${counts}. ${other.place - one.place > 1 ? 'No change is safe.' : 'Too close to call.'}`;
}

type Line = QuestionResult['lines'][number];

/** Equal written answers, in the spelling of the newest, with who gave them. */
export interface LineGroup {
  readonly line: string;
  readonly listenerNames: readonly string[];
}

const sameText = (line: string): string => line.trim().replace(/\s+/gu, ' ').toLowerCase();

/** Groups written answers that are equal apart from case and spaces: most given first, then newest. */
export function groupLines(lines: readonly Line[]): LineGroup[] {
  const groups = new Map<string, { line: string; listenerNames: string[] }>();
  for (const { line, listenerName } of lines) {
    const group = groups.get(sameText(line));
    if (group === undefined) groups.set(sameText(line), { line, listenerNames: [listenerName] });
    else group.listenerNames.push(listenerName);
  }
  return [...groups.values()].sort((a, b) => b.listenerNames.length - a.listenerNames.length);
}
