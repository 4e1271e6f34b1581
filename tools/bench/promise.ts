import '../../scripts/check-node.ts';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { wordsShownFirst } from '#contract/operation/admin/first-words.ts';
import { aPlanLot, Simulation } from './promise/month.ts';
import type { Month, Platform } from './promise/platform.ts';

/**
 * Shares of reviews that go to a person: guesses for a platform with dishonest people. Of honest people's reviews it is
 * 0.1% (`bench:trust`, docs/measurements.md).
 */
const doubtedShares = { usual: 0.02, pessimistic: 0.05 } as const;

/** The share of doubted reviews that are rejected; assumed, not measured. */
const rejectedShare = 0.5;

const usage = `Simulates a month of the platform with the product's own rules for lots, dates and misses: 250 artists (25 of them pay) and
750 listeners (150 of them active per day), then 100 times as many. Also simulates that no listener comes from the middle of the
month on, and 100 Icon tracks ahead of an Indie track with a promised date.

  npm run bench:promise [-- --seed 18] [-- --times 100] [--doubted 0.02]

By default, ${doubtedShares.usual} of the reviews are doubted, and then ${doubtedShares.pessimistic}; half of those are rejected after a day. The manual
work of the second run, first payouts and spot checks have no target. All randomness is seeded. It takes about a minute. Exits with 1 if the results miss a target
of the design.`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '18' },
    times: { type: 'string', default: '100' },
    doubted: { type: 'string', default: String(doubtedShares.usual) },
    help: { type: 'boolean', default: false },
  },
});

const platform = (times: number, more: Partial<Platform> = {}): Platform => ({
  artists: { basic: 15 * times, pro: 8 * times, unlimited: 2 * times, free: 225 * times },
  listeners: 750 * times,
  visitors: 150 * times,
  sitting: 4,
  uploadsOfIcon: 10,
  doubted: Number(values.doubted),
  rejected: rejectedShare,
  trusted: 0.1,
  ...more,
});

interface Row {
  readonly what: string;
  readonly figure: string;
  readonly bar: string;
  readonly isGood: boolean;
}

const percent = (part: number, whole: number) =>
  whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(2)}%`;
const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

const keptRow = (what: string, { promised, kept }: Month): Row => ({
  what: `${what}: promised dates kept`,
  figure: `${kept} of ${promised}, ${percent(kept, promised)}`,
  bar: 'at least 99%',
  isGood: promised > 0 && kept >= promised * 0.99,
});

const givenRow = (what: string, month: Month): Row => ({
  what: `${what}: misses given back`,
  figure: `${month.misses} of ${month.missed}; ${month.broughtReviews} of ${month.missingReviews} missing reviews`,
  bar: 'all, once',
  isGood: month.misses === month.missed && month.kept + month.missed === month.promised,
});

const costRow = (what: string, month: Month): Row => {
  const bound = month.boughtCents + month.houseCents + month.budgetCents;
  return {
    what: `${what}: paid for reviews`,
    figure: `${dollars(month.paidCents)} for places of ${dollars(month.assignedCents)}; bound ${dollars(bound)} = ${dollars(month.boughtCents)} bought + ${dollars(month.houseCents)} for misses + ${dollars(month.budgetCents)} free budget`,
    bar: 'paid <= places <= bound',
    isGood:
      month.paidCents <= month.assignedCents &&
      month.assignedCents <= bound &&
      month.freeCents <= month.budgetCents,
  };
};

/**
 * Words per minute that adults read, without skimming (Brysbaert 2019, non-fiction); words of a doubtful review (mean of the texts of
 * `bench:trust`), of its finding, of the line above a review (title, artist, genre and what was heard), and of any review (median of the
 * sample reviews that the seed stores). By chance, only the first words are read.
 */
const reading = {
  wordsAMinute: 238,
  wordsOfDoubtful: 64,
  wordsOfFinding: 12,
  wordsOfLine: 8,
  wordsOfReview: Math.min(79, wordsShownFirst),
} as const;
/** Seconds per keystroke and per decision (Card, Moran and Newell 1980, for 40 words a minute). */
const stroke = { key: 0.28, decision: 1.35 } as const;
/** Keystrokes and seconds of waiting, measured in a browser (docs/measurements.md). */
const acts = {
  approve: { keys: 2, wait: 0.42 },
  rejectAsSuggested: { keys: 3, wait: 0.75 },
} as const;
/** Of a first payout; later payouts are approved by rule. */
const reviewsOfPayout = 3;
/** The default of `SPOT_CHECKS_A_DAY`. */
const spotChecksADay = 200;

const actSeconds = ({ keys, wait }: { keys: number; wait: number }) =>
  keys * stroke.key + stroke.decision + wait;
const readSeconds = (words: number) => (words / reading.wordsAMinute) * 60;
const doubtfulSeconds =
  readSeconds(reading.wordsOfDoubtful + reading.wordsOfFinding) +
  (1 - rejectedShare) * actSeconds(acts.approve) +
  rejectedShare * actSeconds(acts.rejectAsSuggested);
/** A payout or a spot check is opened or focused with one key and decided with another. */
const reviewSeconds = readSeconds(reading.wordsOfLine + reading.wordsOfReview);
const payoutSeconds = reviewsOfPayout * reviewSeconds + actSeconds(acts.approve);
const spotSeconds = reviewSeconds + actSeconds(acts.approve);

/** What a month of one kind of work takes an admin; only flagged reviews have a bar. */
function handRow(what: string, count: number, seconds: number, bar = Number.POSITIVE_INFINITY): Row {
  const hours = (count * seconds) / 3600;
  return {
    what: `by hand, a month: ${what}`,
    figure: `${hours.toFixed(1)} h: ${Math.round(count)} of ${seconds.toFixed(1)} s`,
    bar: bar === Number.POSITIVE_INFINITY ? 'none' : `below ${bar} h`,
    isGood: hours < bar,
  };
}

const payoutRow: Row = {
  what: 'an admin reads and approves a first payout',
  figure: `${payoutSeconds.toFixed(1)} s: of ${reviewsOfPayout} reviews the line and the first ${reading.wordsOfReview} words, ${reading.wordsAMinute} a minute`,
  bar: 'below 40 s',
  isGood: payoutSeconds < 40,
};

/** An Indie track with a date, followed at once by a hundred Icon tracks that rank above it. */
function behindIcons(seed: number): Row {
  let track: { readonly promise: string | null; readonly isLate: boolean } | null = null;
  const simulation = new Simulation(
    platform(1, { artists: { basic: 0, pro: 0, unlimited: 0, free: 225 } }),
    seed,
  );
  simulation.run((today) => {
    if (today !== 0) return;
    track = simulation.upload(-1000, 'basic', aPlanLot('basic')) ?? null;
    simulation.crowd(100, 'unlimited');
  });
  const { promise } = track ?? { promise: null };
  return {
    what: 'an Indie track with a date, 100 Icon tracks in front',
    figure: promise === null ? 'no date' : promise,
    bar: 'kept',
    isGood: promise === 'kept',
  };
}

function print(rows: readonly Row[]): void {
  console.log('| What | Figure | Bar |\n|---|---|---|');
  for (const { what, figure, bar, isGood } of rows) {
    console.log(`| ${what} | ${figure} | ${bar}${isGood ? '' : ' MISSED'} |`);
  }
}

if (values.help) console.log(usage);
else {
  const started = performance.now();
  const seed = Number(values.seed);
  const times = Number(values.times);
  /** The simulated time: warm-up, month and the days after it. */
  const months = 64 / 30;
  const one = new Simulation(platform(1), seed).run();
  const broken = new Simulation(platform(1, { breaksOff: 15 }), seed).run();
  const many = new Simulation(platform(times), seed).run();
  const doubtedMore = new Simulation(platform(times, { doubted: doubtedShares.pessimistic }), seed).run();
  const manyBroken = new Simulation(platform(times, { breaksOff: 15 }), seed).run();
  const people = 1000 * times;
  const rows = [
    keptRow('1,000 people', one),
    givenRow('1,000 people', one),
    costRow('1,000 people', one),
    givenRow('1,000 people, nobody comes from the 15th day on', broken),
    costRow('1,000 people, nobody comes from the 15th day on', broken),
    keptRow(`${people.toLocaleString('en-US')} people`, many),
    givenRow(`${people.toLocaleString('en-US')} people`, many),
    keptRow(
      `${people.toLocaleString('en-US')} people, ${percent(doubtedShares.pessimistic, 1)} doubted`,
      doubtedMore,
    ),
    givenRow(
      `${people.toLocaleString('en-US')} people, ${percent(doubtedShares.pessimistic, 1)} doubted`,
      doubtedMore,
    ),
    costRow(`${people.toLocaleString('en-US')} people`, many),
    givenRow(`${people.toLocaleString('en-US')} people, nobody comes from the 15th day on`, manyBroken),
    behindIcons(seed),
    payoutRow,
    handRow(
      `${percent(Number(values.doubted), 1)} flagged reviews`,
      many.doubtful / months,
      doubtfulSeconds,
      40,
    ),
    handRow(
      `${percent(doubtedShares.pessimistic, 1)} flagged reviews`,
      doubtedMore.doubtful / months,
      doubtfulSeconds,
    ),
    handRow('first payouts', many.firstPayouts / months, payoutSeconds),
    handRow(`${spotChecksADay} spot checks a day`, spotChecksADay * 30, spotSeconds),
  ];
  print(rows);
  const took = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    `${one.reviews} and ${many.reviews} reviews; ${percent(one.emptyVisits, one.visits)} of visits found nothing to review.`,
  );
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, ${took} s`);
  process.exitCode = rows.every(({ isGood }) => isGood) ? 0 : 1;
}
