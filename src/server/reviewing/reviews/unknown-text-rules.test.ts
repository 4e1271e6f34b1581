import { describe, expect, test } from 'vitest';
import { plainReviews } from '#tests/support/texts/plain-reviews.ts';
import { pick, type Random, saladText, seeded } from '#tests/support/trust/trust-texts.ts';
import { isOfNoLanguage, textFigures } from './unknown-text-rules.ts';

const isHeld = (comment: string) => isOfNoLanguage(textFigures(comment));
const times = (count: number, make: () => string) => Array.from({ length: count }, make);
const wordOf = (random: Random, letters: string, longest = 8) =>
  times(2 + Math.floor(random() * (longest - 1)), () => pick(random, [...letters])).join('');
const everyday =
  'table window river engine carrot blanket harbor pencil mountain lantern kettle violin pocket marble desert ladder horse ' +
  'button candle forest hammer island jacket kitchen lemon mirror needle orange pillow quarter ribbon saddle tunnel bread ' +
  'umbrella valley wallet yogurt anchor basket copper dragon elbow feather garden helmet insect jungle knuckle chair cloud';
const greek =
  'μαχαίρι ποτάμι τραπέζι παράθυρο βουνό καρέκλα ψωμί θάλασσα πέτρα δέντρο ομπρέλα μολύβι φεγγάρι δρόμος σύννεφο';

/** Ways to write fifty words that no language has. */
const generators: Readonly<Record<string, (random: Random) => string>> = {
  'random letters': (random) => wordOf(random, 'abcdefghijklmnopqrstuvwxyz'),
  'the home row': (random) => wordOf(random, 'asdfghjkl'),
  'the top row': (random) => wordOf(random, 'qwertyuiop'),
  'the home row of Dvorak': (random) => wordOf(random, 'aoeuidhtns'),
  'a French keyboard': (random) => wordOf(random, 'azertyuiopqsdfghjklm'),
  'letters as frequent as in English': (random) =>
    wordOf(random, 'eeeeettttaaaooiiinnnssshhhrrrddllccuummwwffggyyppbbvk'),
  'many vowels': (random) => wordOf(random, 'aaaeeeiiooouubcdfghjklmnpqrstvwxyz'),
  'a Russian keyboard': (random) => wordOf(random, 'йцукенгшщзхъфывапролджэячсмитьбю'),
  'a Greek keyboard': (random) => wordOf(random, 'ςερτυθιοπασδφγηξκλζχψωβνμ'),
  'a Hebrew keyboard': (random) => wordOf(random, 'קראטוןםפשדגכעיחלךףזסבהנמצתץ'),
  'an Arabic keyboard': (random) => wordOf(random, 'ضصثقفغعهخحجدشسيبلاتنمكطئءؤرىةوزظ'),
  'Hangul syllables': (random) =>
    times(3, () => String.fromCodePoint(0xac00 + Math.floor(random() * 11_172))).join(''),
  syllables: (random) =>
    times(
      2 + Math.floor(random() * 2),
      () => pick(random, [...'bdfgklmnprstvz']) + pick(random, [...'aeiou']),
    ).join(''),
  'closed syllables': (random) =>
    times(
      2,
      () =>
        pick(random, ['br', 'st', 'k', 'tr', 'pl', 'm']) +
        pick(random, ['a', 'ei', 'o', 'u']) +
        pick(random, ['n', 'rk', 's']),
    ).join(''),
  'emoji between words': (random) =>
    pick(random, random() < 0.5 ? ['🔥', '🎵', '😍', '✨'] : ['the', 'good', 'and', 'it', 'drums', 'is']),
  'pairs of letters': (random) => wordOf(random, 'asdfghjkl', 2),
  'mash between small words': (random) =>
    random() < 0.5 ? wordOf(random, 'asdfghjkl') : pick(random, ['the', 'and', 'it', 'is', 'of', 'to', 'in']),
  'Georgian letters': (random) => wordOf(random, 'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ'),
  'Armenian letters': (random) => wordOf(random, 'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ'),
  'Tamil letters': (random) => wordOf(random, 'அஆஇஈஉஊஎஏகஙசஞடணதநபமயரலவழளறன'),
  'Bengali letters': (random) => wordOf(random, 'অআইঈউঊএঐকখগঘঙচছজঝঞটঠডঢণতথদধনপফবভমযরলশষসহ'),
  numbers: (random) => String(Math.floor(random() * 10_000)),
  'everyday nouns': (random) => pick(random, everyday.split(' ')),
  'Greek nouns': (random) => pick(random, greek.split(' ')),
};

describe.each(Object.entries(generators))('%s', (_name, word) => {
  test.each(['', ',', '.'])('wait for a person, with "%s" after every fifth word', (mark) => {
    const random = seeded(11);
    const texts = times(40, () =>
      Array.from({ length: 50 }, (_, i) => word(random) + (i % 5 === 4 ? mark : '')).join(' '),
    );
    expect(texts.filter(isHeld).length).toBeGreaterThanOrEqual(36);
  });
});

test.each([
  ['letters of another alphabet', (word: string) => word.replace('o', 'о').replace('e', 'е')],
  ['digits for letters', (word: string) => word.replace(/\Bo\B/, '0').replace(/\Ba\B/, '4')],
])('a review with %s waits for a person', (_name, masked) => {
  const text = plainReviews['English without marks'] ?? '';
  expect(isHeld(text.split(' ').map(masked).join(' '))).toBe(true);
});

test('English words in no order wait for a person if no mark separates them', () => {
  const random = seeded(12);
  const texts = times(100, () => saladText(random));
  expect(texts.filter(isHeld).length).toBeGreaterThanOrEqual(90);
});

const unlisted = {
  Georgian:
    'ძალიან მომეწონა სიმღერის დასაწყისი, გიტარა მარტო უკრავს და თითქოს ოთახში ზიხარ. მერე დრამი შემოდის და ცოტა ხმამაღალია. ვოკალი ახლოს არის ' +
    'და ეს ყველაზე კარგია. მისამღერი დამამახსოვრდა. ბასი უფრო მკაფიო შეიძლებოდა ყოფილიყო.',
  Armenian:
    'Ինձ շատ դուր եկավ երգի սկիզբը, կիթառը մենակ է նվագում և կարծես սենյակում նստած լինես։ Հետո թմբուկները մտնում են և մի քիչ բարձր են։ Ձայնը ' +
    'մոտ է և դա ամենալավն է։ Կրկներգը միտքս մնաց։ Բասը կարող էր ավելի պարզ լինել։',
  Tamil:
    'பாடலின் தொடக்கம் எனக்கு மிகவும் பிடித்திருந்தது, கிட்டார் மட்டும் தனியாக ஒலிக்கிறது. பிறகு டிரம்ஸ் வருகிறது, அது கொஞ்சம் சத்தமாக ' +
    'இருக்கிறது. குரல் அருகில் இருப்பது போல் உணர்ந்தேன், அதுதான் சிறந்தது. பல்லவி மனதில் நின்றது.',
  Bengali:
    'গানের শুরুটা আমার খুব ভালো লেগেছে, গিটার একা বাজছে আর মনে হয় ঘরে বসে আছি। তারপর ড্রাম আসে এবং একটু জোরে লাগে। কণ্ঠ খুব কাছে, এটাই ' +
    'সবচেয়ে ভালো। কোরাস মাথায় থেকে যায়। বেস আরও পরিষ্কার হতে পারত।',
};

test.each(Object.entries({ ...plainReviews, ...unlisted }))(
  'an honest review in %s has words',
  (_name, text) => {
    expect(isHeld(text)).toBe(false);
  },
);

test.each([
  [
    'with titles in another script',
    'This reminds me a lot of 千と千尋の神隠し and 風の谷のナウシカ by Joe Hisaishi, the piano has the same gentle swing and the strings come in ' +
      'late. I like how the melody stays simple. The middle part could use a bit more bass, and I got lost around the second bridge. 東京事変 夜明けの歌姫',
  ],
  [
    'of notes with their times',
    '0:00 - intro too long. 0:15 - kick too loud. 0:32 - bass in, nice. 0:48 - vocal thin. 1:02 - drop, love it. 1:20 - snare harsh. ' +
      '1:45 - break drags. 2:10 - hook again, great. 2:40 - outro fine. 3:00 - end abrupt.',
  ],
])('an honest review %s has words', (_name, text) => {
  expect(isHeld(text)).toBe(false);
});

test.each([
  ['a few signs of another script', `${everyday} のにはをがたでとものにはをがた`],
  ['times', times(50, () => '0:15').join(' ')],
  ['times between emoji', times(25, () => '0:15 🔥').join(' ')],
])('%s do not make words of what has none', (_name, text) => {
  expect(isHeld(text)).toBe(true);
});

test('a language without a table is told from random words by the small words that it repeats', () => {
  // Friulian, from the Universal Declaration of Human Rights.
  const text =
    'E no sarà fate nissune distinzion nancje par vie dal Statût politic, juridic o internazionâl dal paîs o de tiare che une persone i parten, ' +
    'tant se chê tiare e je indipendent che s’e je sot ministrazion fiduciarie o no autonime o sot cualchi altri limit di sovranitât. Denant de ' +
    'leç a son ducj compagns e ducj a an derit, cence nissune parzialitât, a la stesse protezion de leç.';
  expect(isHeld(text)).toBe(false);
});

test.each([
  ['of many words', `${plainReviews.German ?? ''} `.repeat(20)],
  ['of one Cyrillic word', 'б'.repeat(5000)],
  ['of few Georgian words', 'აბგ დევ '.repeat(20) + 'აბგდევზთ'.repeat(605)],
])('a text of 5,000 letters %s takes a few milliseconds', (_name, text) => {
  const long = text.slice(0, 5000);
  textFigures(long);
  const startsAt = performance.now();
  for (let i = 0; i < 10; i += 1) textFigures(long);
  expect((performance.now() - startsAt) / 10).toBeLessThan(20);
});
