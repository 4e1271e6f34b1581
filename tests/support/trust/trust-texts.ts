import { type Language, languages } from './languages.ts';

const english = languages[0] ?? { name: '', nouns: [], verbs: [], qualities: [], links: [] };

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
  // Half of the sentences have two clauses.
  const order = random() < 0.5 ? pick(random, orders) : `${pick(random, orders)}l${pick(random, orders)}`;
  const words = [...order].map((place) => {
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

const published: string[] = [];

/** What others can read and copy from now on. */
export function publish(text: string): void {
  published.push(...text.split(/(?<=[.!])\s+/u).filter((said) => said.split(' ').length >= 8));
}

/** Whole sentences of other people's reviews, with as many words changed in each. */
export function patchworkText(random: Random, changedWords: number, joint = ' '): string {
  const changed = (said: string) => {
    const words = said.replace(/[.!]$/u, '').split(' ');
    for (let times = 0; times < changedWords; times += 1) {
      words[Math.floor(random() * words.length)] = pick(random, english.qualities);
    }
    return words.join(' ');
  };
  // Nothing to copy yet: the first ones write something else.
  if (published.length < 20) return honestText(random, english);
  return Array.from({ length: 5 }, () => changed(pick(random, published))).join(joint);
}

const letters = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'aaeeiioubcdfghklmnprst',
  'йцукенгшщзхъфывапролджэ',
  'αβγδεζηθικλμνοπρστυφχψω',
];

/** Keys pressed at random, on one of several keyboards. */
export function mashText(random: Random): string {
  const keys = [...pick(random, letters)];
  return words(50, () => words(2 + Math.floor(random() * 7), () => pick(random, keys)).replaceAll(' ', ''));
}

/** Words of two or three syllables that mean nothing. */
export function syllableText(random: Random): string {
  const syllable = () =>
    pick(random, ['b', 'br', 'd', 'k', 'l', 'm', 'p', 'st', 't', 'tr', 'v', 'z', '']) +
    pick(random, ['a', 'e', 'i', 'o', 'u', 'ai', 'ou']) +
    pick(random, ['', '', 'n', 'r', 's']);
  return words(
    50,
    (i) => syllable() + syllable() + (random() < 0.3 ? syllable() : '') + (i % 7 === 6 ? ',' : ''),
  );
}

export const emojiText = (random: Random): string =>
  words(60, () =>
    random() < 0.5
      ? pick(random, ['🔥', '🎵', '😍', '✨', '👏'])
      : pick(random, ['good', 'the', 'and', 'song', ...english.qualities]),
  );

const everyday =
  'table window river engine carrot blanket harbor pencil mountain lantern kettle violin pocket marble desert ladder button ' +
  'candle forest hammer island jacket kitchen lemon mirror needle orange pillow quarter ribbon saddle tunnel umbrella valley ' +
  'wallet yogurt anchor basket copper dragon elbow feather garden helmet insect jungle knuckle winter summer paper doctor';

/** Words of a dictionary in no order. */
export const dictionaryText = (random: Random): string =>
  words(55, (i) => pick(random, everyday.split(' ')) + (i % 9 === 8 ? '.' : ''));

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

const otherTemplates = [
  'From the very first second the {n} grabbed me, because it is {q} and never {q}. ',
  'What I would change is the {n}, which sounds a little {q} next to the {n}. ',
  'I could imagine hearing this {q} track late at night with a {q} {n} around me. ',
  'When the {n} finally {v} in the second half, the whole thing becomes {q}. ',
  'The singer has a {q} way of using the {n} that I have not heard before. ',
  'If you asked me, I would make the {n} louder and the {n} more {q}. ',
];

/** Five of a few sentences with words filled in. */
export const mixedTemplates = (random: Random): string =>
  filledIn(
    random,
    otherTemplates
      .map((said) => ({ said, place: random() }))
      .toSorted((a, b) => a.place - b.place)
      .slice(0, 5)
      .map(({ said }) => said)
      .join(''),
  );

export const templatedText = (random: Random): string => filledIn(random, template);

const filledIn = (random: Random, text: string): string =>
  text.replace(/\{(\w)\}/g, (_all, place: string) =>
    pick(random, place === 'n' ? english.nouns : place === 'v' ? english.verbs : english.qualities),
  );

/** The same few words again and again. */
export const fillerText = (random: Random): string =>
  words(10, () => `nice ${pick(random, english.nouns)} very good song`);
