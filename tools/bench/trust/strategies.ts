import { languages } from './languages.ts';
import {
  copiedText,
  disguisedText,
  fillerText,
  honestText,
  pick,
  type Random,
  saladText,
  seeded,
  templatedText,
} from './trust-texts.ts';
import type { Seat } from './trust-world.ts';

/** How a strategy of bots works: what its accounts share, what they write, and when. */
export interface Strategy {
  readonly name: string;
  readonly email: (account: number) => string;
  readonly seat: (account: number, random: Random) => Seat;
  /** Accounts with equal numbers are paid to one place. */
  readonly payee: (account: number) => number;
  readonly text: (random: Random, account: number) => string;
  readonly reviewsADay: number;
  /** Seconds from the unlock to the submit. */
  readonly writes: (random: Random) => number;
  /** All accounts work in the same minutes, driven by one script; otherwise each at hours of its own. */
  readonly inLockstep: boolean;
  /** Asks for the same artist's tracks instead of taking what is served. */
  readonly wishes?: true;
}

const english = languages[0];
const fluent = (random: Random) => (english ? honestText(random, english) : '');
const mark = (text: string) => text.padEnd(22, '-').slice(0, 22);
const hostOf = (random: Random) => 1 + Math.floor(random() * 250);
/** Every account at a network of its own, as through residential proxies. */
const farAway = (strategy: number, account: number, random: Random) =>
  `${20 + strategy}.${account >> 8}.${account & 255}.${hostOf(random)}`;
/** One of a few networks. */
const near = (strategy: number, network: number, random: Random) =>
  `${60 + strategy}.7.${network}.${hostOf(random)}`;
const freemail = (strategy: number, account: number) => `bot${strategy}x${account}@gmail.com`;
const quick = (random: Random) => 3 + random() * 5;
const patient = (random: Random) => 60 + random() * 120;

/** Fresh browsers, one for each account. */
const ownBrowser = (strategy: number, account: number) => mark(`s${strategy}a${account}`);

export const strategies: readonly Strategy[] = [
  {
    name: 'word salad, one machine',
    email: (account) => freemail(1, account),
    seat: (_account, random) => ({ address: near(1, 0, random), deviceMark: undefined }),
    payee: (account) => account,
    text: saladText,
    reviewsADay: 4,
    writes: quick,
    inLockstep: true,
  },
  {
    name: 'copies, catch-all domain',
    email: (account) => `w${account}@shop-of-words.example`,
    seat: (account, random) => ({ address: farAway(2, account, random), deviceMark: ownBrowser(2, account) }),
    payee: (account) => account,
    text: (random) => copiedText(random, 22_000, 6),
    reviewsADay: 4,
    writes: quick,
    inLockstep: false,
  },
  {
    name: 'disguised copies, few networks',
    email: (account) => freemail(3, account),
    seat: (account, random) => ({
      address: near(3, account % 3, random),
      deviceMark: ownBrowser(3, account),
    }),
    payee: (account) => account,
    text: (random) => disguisedText(random, 33_000, 6),
    reviewsADay: 4,
    writes: patient,
    inLockstep: false,
  },
  {
    name: 'templated texts, one network',
    email: (account) => freemail(4, account),
    seat: (account, random) => ({ address: near(4, 0, random), deviceMark: ownBrowser(4, account) }),
    payee: (account) => account,
    text: templatedText,
    reviewsADay: 4,
    writes: patient,
    inLockstep: false,
  },
  {
    name: 'slow farm, phones and payees in turn',
    email: (account) => freemail(5, account),
    seat: (account, random) => ({
      address: near(5, account % 4, random),
      deviceMark: mark(`farm-phone-${Math.floor(account / 4)}`),
    }),
    payee: (account) => account % 4,
    text: fluent,
    reviewsADay: 2,
    writes: patient,
    inLockstep: false,
  },
  {
    name: 'many accounts, one network, one script',
    email: (account) => freemail(6, account),
    seat: (account, random) => ({ address: near(6, 0, random), deviceMark: ownBrowser(6, account) }),
    payee: (account) => account,
    text: fluent,
    reviewsADay: 4,
    writes: () => 60,
    inLockstep: true,
  },
  {
    name: 'many networks, one device',
    email: (account) => `n${account}@many-networks.example`,
    seat: (account, random) => ({ address: farAway(7, account, random), deviceMark: mark('one-device') }),
    payee: (account) => account,
    text: fluent,
    reviewsADay: 4,
    writes: patient,
    inLockstep: false,
  },
  {
    name: 'variants of one mailbox',
    email: (account) =>
      `${dotted('onemailboxofmany', account)}+${account}@${account % 2 ? 'gmail' : 'googlemail'}.com`,
    seat: (account, random) => ({
      address: near(8, account % 2, random),
      deviceMark: ownBrowser(8, account),
    }),
    payee: (account) => account,
    text: fluent,
    reviewsADay: 4,
    writes: patient,
    inLockstep: false,
  },
  {
    name: 'one payee, proxies in turn',
    email: (account) => freemail(9, account),
    seat: (_account, random) => ({
      address: near(9, Math.floor(random() * 3), random),
      deviceMark: undefined,
    }),
    payee: () => 0,
    text: fluent,
    reviewsADay: 4,
    writes: patient,
    inLockstep: false,
  },
  {
    name: 'chosen tracks of one artist',
    email: (account) => freemail(10, account),
    seat: (_account, random) => ({ address: near(10, 0, random), deviceMark: mark('the-artists-own') }),
    payee: (account) => account,
    text: fluent,
    reviewsADay: 4,
    writes: patient,
    inLockstep: false,
    wishes: true,
  },
  {
    name: 'pasted generated texts, one script',
    email: (account) => `g${account}@generated.example`,
    seat: (account, random) => ({ address: farAway(11, account, random), deviceMark: undefined }),
    payee: (account) => account,
    text: fluent,
    reviewsADay: 4,
    writes: () => 5,
    inLockstep: true,
  },
  {
    name: 'bought texts, shared',
    email: (account) => `b${account}@bought-texts.example`,
    seat: (account, random) => ({
      address: farAway(12, account, random),
      deviceMark: ownBrowser(12, account),
    }),
    payee: (account) => account,
    text: (random) => copiedText(random, 120_000, 60),
    reviewsADay: 4,
    writes: patient,
    inLockstep: false,
  },
  {
    name: 'flood of filler, to be paid by default',
    email: (account) => freemail(13, account),
    seat: (_account, random) => ({ address: near(13, 0, random), deviceMark: undefined }),
    payee: (account) => account,
    text: fillerText,
    reviewsADay: 10,
    writes: quick,
    inLockstep: false,
  },
];

/** Dots between the letters by the bits of a number. */
const dotted = (name: string, number: number) =>
  [...name].map((letter, i) => (i > 0 && (number >> (i - 1)) & 1 ? `.${letter}` : letter)).join('');

/** An honest person: a home of their own, shared with somebody or at a campus, one language, a few sittings. */
export interface HonestPerson {
  readonly email: string;
  readonly seat: (random: Random) => Seat;
  readonly language: (typeof languages)[number];
  /** The number of the household of two, where the person lives in one. */
  readonly household: number | undefined;
  readonly payee: number;
  readonly daysOf30: number;
}

const providers = ['gmail.com', 'outlook.com', 'yahoo.com', 'gmx.de', 'mail.ru', 'wp.pl', 'orange.fr'];

/** The number-th of the honest people: one in ten lives in a household of two with one browser, one in eight at a campus. */
export function honestPerson(number: number): HonestPerson {
  const random = seeded(700_000 + number);
  const inHousehold = number % 20 < 2;
  const household = inHousehold ? Math.floor(number / 20) : undefined;
  const isAtCampus = !inHousehold && number % 8 === 5;
  const home = household === undefined ? number : 100_000 + household;
  const network = isAtCampus
    ? `130.${Math.floor(number / 160)}.9`
    : `${140 + (home >> 16)}.${(home >> 8) & 255}.${home & 255}`;
  const deviceMark = mark(household === undefined ? `honest${number}` : `household${household}`);
  return {
    email: `person${number}@${pick(random, providers)}`,
    seat: (sitting) => ({ address: `${network}.${hostOf(sitting)}`, deviceMark }),
    language: languages[number % languages.length] ?? pick(random, languages),
    household,
    payee: number,
    daysOf30: 6 + Math.floor(random() * 18),
  };
}
