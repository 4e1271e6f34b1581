import { languages } from './languages.ts';
import { dotted, farAway, freemail, mark, near, ownBrowser } from './seats.ts';
import {
  backwardsText,
  copiedText,
  coveredMashText,
  dictionaryText,
  disguisedText,
  emojiText,
  fillerText,
  halvesText,
  honestText,
  markedSaladText,
  mashText,
  maskedText,
  mixedTemplates,
  numberedText,
  otherScriptText,
  pairText,
  paraphrasedText,
  patchworkText,
  type Random,
  saladText,
  syllableText,
  templatedText,
  translatedText,
  typesettersText,
  walkText,
} from './trust-texts.ts';
import type { Seat } from './trust-world.ts';

/** How a strategy of bots works: what its accounts share, what they write, and when. */
export interface Strategy {
  readonly name: string;
  readonly email: (account: number) => string;
  readonly seat: (account: number, random: Random) => Seat;
  /** Accounts with equal numbers are paid to one place. */
  readonly payee: (account: number) => number;
  /** @param sent reviews that the account has sent before */
  readonly text: (random: Random, account: number, sent: number) => string;
  readonly reviewsADay: number;
  /** Seconds from the unlock to the submit. */
  readonly writes: (random: Random) => number;
  /** All accounts work in the same minutes, driven by one script; otherwise each at hours of its own. */
  readonly inLockstep: boolean;
  /** Its texts are held, whoever sends them: at most one in ten is approved without a person. */
  readonly saysNothing?: true;
  /** Pastes its texts in a browser, or uses no form and reports nothing. Others say that they typed. */
  readonly typing?: 'pasted' | 'missing';
  /** The tracks of artists who belong to the strategy: chosen, or everything else is skipped. Otherwise what is served is taken. */
  readonly wants?: 'chosen' | 'skipped to';
  /** Begins after so many days, when there is something to copy. */
  readonly firstDay?: number;
  /** Sends on while nothing is approved, to be paid when nobody looks in time. Others give up then. */
  readonly persists?: true;
  /** Reviews that an account sends at most; enough for a payout when not given. */
  readonly mostReviews?: number;
}

/** A network, a browser, a mailbox and a destination for each account. */
const everythingOwn = (strategy: number) => ({
  email: (account: number) => freemail(strategy, account),
  seat: (account: number, random: Random) => ({
    address: farAway(strategy, account, random),
    deviceMark: ownBrowser(strategy, account),
  }),
  payee: (account: number) => account,
});

/** A browser and a mailbox for each account, the exits of one seller of addresses in turn, one destination for five. */
const fewDestinations = (strategy: number) => ({
  email: (account: number) => freemail(strategy, account),
  seat: (account: number, random: Random) => ({
    address: near(strategy, Math.floor(random() * 6), random),
    deviceMark: ownBrowser(strategy, account),
  }),
  payee: (account: number) => Math.floor(account / 5),
});

const [english = { name: '', nouns: [], verbs: [], qualities: [], links: [] }] = languages;
const fluent = (random: Random) => honestText(random, english);
const fluentAnywhere = (random: Random, account: number) =>
  honestText(random, languages[account % languages.length] ?? english);
const quick = (random: Random) => 3 + random() * 5;
const patient = (random: Random) => 60 + random() * 120;

/** Texts that say nothing, of accounts that share nothing. */
const sayingNothing = (
  name: string,
  strategy: number,
  text: (random: Random) => string,
  firstDay = 0,
): Strategy => ({
  name: `${name}, a network each`,
  ...everythingOwn(strategy),
  saysNothing: true,
  firstDay,
  text,
  reviewsADay: 3,
  writes: patient,
  inLockstep: false,
});

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
    text: (random) => copiedText(random, 122_000, 6),
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
    typing: 'pasted',
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
    wants: 'chosen',
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
    typing: 'pasted',
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
    typing: 'pasted',
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
    persists: true,
    mostReviews: 20,
  },
  {
    name: 'copies, everything else of their own',
    ...everythingOwn(14),
    text: (random) => copiedText(random, 140_000, 12),
    reviewsADay: 2,
    writes: patient,
    inLockstep: false,
  },
  sayingNothing('word salad with small words', 21, saladText),
  {
    name: 'paraphrases, one destination for five',
    ...fewDestinations(15),
    text: (random) => paraphrasedText(random, 150_000, 12),
    reviewsADay: 3,
    writes: patient,
    inLockstep: false,
  },
  {
    name: 'model texts, slow, one destination for five',
    ...fewDestinations(16),
    text: fluentAnywhere,
    reviewsADay: 1,
    writes: patient,
    inLockstep: false,
  },
  {
    name: 'ring of artists and listeners, skips to its tracks',
    ...fewDestinations(17),
    text: fluent,
    reviewsADay: 4,
    writes: patient,
    inLockstep: false,
    wants: 'skipped to',
  },
  {
    name: 'ring of artists and listeners, chooses its tracks',
    ...fewDestinations(18),
    text: fluent,
    reviewsADay: 2,
    writes: patient,
    inLockstep: false,
    wants: 'chosen',
  },
  {
    name: 'sleepers: honest until Known, then filler',
    ...everythingOwn(19),
    text: (random, account, sent) => (sent < 12 ? fluentAnywhere(random, account) : fillerText(random)),
    reviewsADay: 4,
    writes: patient,
    inLockstep: false,
    persists: true,
    mostReviews: 20,
  },
  {
    name: 'model texts, everything of their own',
    ...everythingOwn(20),
    text: fluentAnywhere,
    reviewsADay: 3,
    writes: patient,
    inLockstep: false,
  },
  {
    name: 'copies pasted in browsers, everything else of their own',
    ...everythingOwn(22),
    text: (random) => copiedText(random, 220_000, 12),
    reviewsADay: 2,
    writes: patient,
    inLockstep: false,
    typing: 'pasted',
  },
  {
    name: 'model texts pasted in browsers, everything else of their own',
    ...everythingOwn(23),
    text: fluentAnywhere,
    reviewsADay: 3,
    writes: patient,
    inLockstep: false,
    typing: 'pasted',
  },
  sayingNothing('keyboard mash', 31, mashText),
  sayingNothing('syllables', 32, syllableText),
  sayingNothing('emoji between words', 33, emojiText),
  sayingNothing('word salad of a dictionary', 34, dictionaryText),
  sayingNothing('filled-in templates', 35, mixedTemplates),
  sayingNothing('patchworks of whole sentences', 36, (random) => patchworkText(random, 0), 1),
  sayingNothing('patchworks joined by commas', 37, (random) => patchworkText(random, 0, ', '), 1),
  sayingNothing('patchworks with changed words', 38, (random) => patchworkText(random, 1, '. '), 1),
  sayingNothing('keyboard walks in nine layouts', 41, walkText),
  sayingNothing('mash in scripts without a table', 42, otherScriptText),
  sayingNothing('mash between small words', 43, coveredMashText),
  sayingNothing('pairs of letters', 44, pairText),
  sayingNothing('patchworks with masked letters', 45, maskedText, 1),
  sayingNothing('patchworks with three changed words', 46, (random) => patchworkText(random, 3, '. '), 1),
  sayingNothing('patchworks of half sentences', 47, halvesText, 1),
  sayingNothing('sentences backwards', 48, backwardsText, 1),
  sayingNothing('word salad with full stops', 49, markedSaladText),
  sayingNothing('the text of typesetters', 50, typesettersText),
  sayingNothing('one paragraph with other numbers', 51, numberedText),
  sayingNothing('one sentence in ten languages', 52, translatedText),
  {
    name: 'model texts without a form, everything of their own',
    ...everythingOwn(53),
    text: fluentAnywhere,
    typing: 'missing',
    reviewsADay: 3,
    writes: patient,
    inLockstep: false,
  },
];
