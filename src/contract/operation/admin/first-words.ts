/** Words of a review that are shown first where it is read by chance. A review has at least 45. */
export const wordsShownFirst = 40;

/** The first words of a text, as they are written, and how many more there are. */
export function firstWords(text: string): { readonly shown: string; readonly more: number } {
  const words = [...text.matchAll(/\S+/g)];
  const last = words[wordsShownFirst - 1];
  if (last === undefined || words.length === wordsShownFirst) return { shown: text, more: 0 };
  return {
    shown: text.slice(0, last.index + last[0].length),
    more: words.length - wordsShownFirst,
  };
}
