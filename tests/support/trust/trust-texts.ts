import { type Language, languages } from './languages.ts';

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type Random = () => number;

export function pick<Item>(random: Random, from: readonly Item[]): Item {
  const picked = from[Math.floor(random() * from.length)];
  if (picked === undefined) throw new Error('There is nothing to pick from.');
  return picked;
}

/** The orders in which people put a sentence together. */
const orders = [
  'lqnv',
  'lnvq',
  'nvlqn',
  'lnlnv',
  'qnvln',
  'nlqvn',
  'lnvlnq',
  'vlnq',
  'lqnlqn',
  'nvqln',
] as const;

function sentence(random: Random, { nouns, verbs, qualities, links }: Language): string {
  const words = [...pick(random, orders)].map((place) => {
    if (place === 'n') return pick(random, nouns);
    if (place === 'v') return pick(random, verbs);
    return pick(random, place === 'q' ? qualities : links);
  });
  const text = words.join(random() < 0.2 ? ', ' : ' ').replace(/^./u, (first) => first.toUpperCase());
  return `${text}${pick(random, ['.', '.', '.', '!', '...', ', '])}`;
}

/** Prose of somebody who listened: every text is new. Some are terse, some go on. */
export function honestText(random: Random, language: Language): string {
  const wanted = 46 + Math.floor(random() * 60);
  let text = '';
  while (text.split(/\s+/).length <= wanted) text += `${sentence(random, language)} `;
  return text.trim();
}

const english = languages[0] ?? { name: '', nouns: [], verbs: [], qualities: [], links: [] };
const words = (count: number, word: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => word(i)).join(' ');

/** Random everyday words in no order. */
export const saladText = (random: Random): string =>
  words(50, () => pick(random, [...english.nouns, ...english.links, ...english.qualities]));

/** One of a few texts, word for word. */
export const copiedText = (random: Random, seed: number, count: number): string =>
  honestText(seeded(seed + Math.floor(random() * count)), english);

/** A copy of which every seventh word, about, is another one. */
export const disguisedText = (random: Random, seed: number, count: number): string =>
  copiedText(random, seed, count)
    .split(' ')
    .map((word) => (random() < 0.15 ? pick(random, english.qualities) : word))
    .join(' ');

/** A copy in an order of its own, of which nearly every other word is another one of its kind. */
export function paraphrasedText(random: Random, seed: number, count: number): string {
  const classes = [english.nouns, english.verbs, english.qualities, english.links];
  const sentences = copiedText(random, seed, count).split(/(?<=[.!]) /u);
  return sentences
    .map((text) => ({ text, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ text }) =>
      text.replace(/[\p{L}’'-]+/gu, (word) => {
        const kind = classes.find((words) => words.includes(word.toLowerCase()));
        return kind && random() < 0.45 ? pick(random, kind) : word;
      }),
    )
    .join(' ');
}

const template =
  'I really enjoyed the {n} in this one because it feels so {q} and {q}. The {n} is great too and it {v} at the right time. ' +
  'My favorite part is when the {n} comes in after the {n} and everything becomes {q}. Overall a {q} song that I would listen to again with friends.';

export const templatedText = (random: Random): string =>
  template.replace(/\{(\w)\}/g, (_all, place: string) =>
    pick(random, place === 'n' ? english.nouns : place === 'v' ? english.verbs : english.qualities),
  );

/** The same few words again and again. */
export const fillerText = (random: Random): string =>
  words(10, () => `nice ${pick(random, english.nouns)} very good song`);
