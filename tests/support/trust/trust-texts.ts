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

const alike = new Map([...'aаeеoоpрcсxх'].map((letter, i, all) => [letter, all[i + 1] ?? letter]));
const digits = new Map([...'a4e3i1o0s5t7'].map((letter, i, all) => [letter, all[i + 1] ?? letter]));

/** A patchwork whose letters look the same and are others, or have signs between them that nobody sees. */
export function maskedText(random: Random): string {
  const how = Math.floor(random() * 3);
  return patchworkText(random, 0)
    .split(' ')
    .map((word) => (random() < 0.4 ? masked(random, word, how) : word))
    .join(' ');
}

const masked = (random: Random, word: string, how: number): string =>
  [...word]
    .map((letter) => {
      if (how === 0) return alike.get(letter) ?? letter;
      return how === 1
        ? (digits.get(letter) ?? letter)
        : letter + pick(random, ['', '\u200b', '\u3164', '\u00ad']);
    })
    .join('');

/** The first words of other people's sentences, joined by commas. */
export const halvesText = (random: Random): string =>
  published.length < 20
    ? honestText(random, english)
    : Array.from({ length: 10 }, () => pick(random, published).split(' ').slice(0, 5).join(' ')).join(', ');

/** Other people's sentences backwards. */
export const backwardsText = (random: Random): string =>
  patchworkText(random, 0, '. ')
    .split('. ')
    .map((said) => said.split(' ').reverse().join(' '))
    .join('. ');

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

const layouts = [
  'qwertyuiop asdfghjkl zxcvbnm',
  'qwertzuiopü asdfghjklöä yxcvbnm',
  'azertyuiop qsdfghjklm wxcvbn',
  'pyfgcrl aoeuidhtns qjkxbmwvz',
  'qwfpgjluy arstdhneio zxcvbkm',
  'fgğıodrnhpqw uieaütkmlyş jövcçzsb',
  'йцукенгшщзхъ фывапролджэ ячсмитьбю',
  'ضصثقفغعهخحجد شسيبلاتنمكط ئءؤرىةوزظ',
  'קראטוןםפ שדגכעיחלךף זסבהנמצתץ',
].map((layout) => layout.split(' '));

/** Fingers that go from one key to the next, in several layouts. */
export function walkText(random: Random): string {
  const rows = pick(random, layouts);
  return words(50, (i) => {
    const keys = [...pick(random, rows)];
    let place = Math.floor(random() * keys.length);
    const word = Array.from({ length: 3 + Math.floor(random() * 5) }, () => {
      place = Math.min(Math.max(place + (random() < 0.5 ? 1 : -1), 0), keys.length - 1);
      return keys[place];
    });
    return word.join('') + (i % 9 === 8 ? '.' : '');
  });
}

const otherScripts = [
  'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ',
  'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ',
  'அஆஇஈஉஊஎஏகஙசஞடணதநபமயரலவழளறன',
  'অআইঈউঊএঐকখগঘঙচছজঝঞটঠডঢণতথদধনপফবভমযরলশষসহ',
];

/** Letters at random, of scripts that have no table. */
export function otherScriptText(random: Random): string {
  const keys = [...pick(random, otherScripts)];
  return words(50, () => words(2 + Math.floor(random() * 7), () => pick(random, keys)).replaceAll(' ', ''));
}

/** Mash at every other place, small words between. */
export const coveredMashText = (random: Random): string =>
  words(60, (i) =>
    i % 2 === 0
      ? words(5, () => pick(random, [...'asdfghjkl'])).replaceAll(' ', '')
      : pick(random, ['the', 'and', 'it', 'is', 'of', 'to', 'in']),
  );

/** Pairs of letters. */
export const pairText = (random: Random): string =>
  words(60, () => pick(random, [...'asdfghjkl']) + pick(random, [...'asdfghjkl']));

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

/** The same with a full stop after some words. */
export const markedSaladText = (random: Random): string =>
  saladText(random)
    .split(' ')
    .map((word) => (random() < 1 / 7 ? `${word}.` : word))
    .join(' ');

const typesetters =
  'sed ut perspiciatis unde omnis iste natus error sit voluptatem accusantium doloremque laudantium totam rem aperiam eaque ipsa quae ' +
  'ab illo inventore veritatis et quasi architecto beatae vitae dicta sunt explicabo nemo enim ipsam quia voluptas aspernatur aut odit';

export const typesettersText = (random: Random): string =>
  words(50, () => pick(random, typesetters.split(' ')));

const numbered =
  'Part # of song number # is the one that I like most, at second # the drums come in and at # the bass. I would give it # points because ' +
  'the voice at # is very clear and the end at # is good, so play it # times and then # times again.';

/** One paragraph with other numbers. */
export const numberedText = (random: Random): string =>
  numbered.replaceAll('#', () => String(Math.floor(random() * 1000)));

const oneSentence = [
  'This song is really nice and I like it very much.',
  'Dieses Lied ist wirklich schön und ich mag es sehr.',
  "Cette chanson est vraiment belle et je l'aime beaucoup.",
  'Esta canción es muy bonita y me gusta mucho de verdad.',
  'Questa canzone è davvero bella e mi piace molto.',
  'Esta música é muito bonita e eu gosto muito dela.',
  'Ta piosenka jest naprawdę ładna i bardzo mi się podoba.',
  'Эта песня очень красивая и мне она очень нравится.',
  'Bu şarkı gerçekten güzel ve onu çok seviyorum.',
  'Den här låten är verkligen fin och jag gillar den mycket.',
];

/** One sentence in some of ten languages. */
export const translatedText = (random: Random): string =>
  Array.from({ length: 6 }, () => pick(random, oneSentence)).join(' ');

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
