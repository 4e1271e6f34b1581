import { createHash, randomUUID } from 'node:crypto';
import { api } from '#contract/index.ts';
import { findClusters } from '#server/relations/find-clusters.ts';
import { hasRelation } from '#server/relations/relations-of.ts';
import { approveDueReviews } from '#server/reviews/approve-due-reviews.ts';
import { standingOf } from '#server/standing/standing-of.ts';
import { readWallet } from '#server/wallet/read-wallet.ts';
import { sql } from '#tests/support/sql.ts';
import { listenAndReview } from './listen-and-review.ts';
import { type Doings, runSchedule } from './schedule.ts';
import { honestPerson, type Strategy, strategies } from './strategies.ts';
import { honestText, type Random, seeded } from './trust-texts.ts';
import { type Seat, startTrustWorld, type TrustWorld } from './trust-world.ts';

export interface Size {
  readonly honest: number;
  readonly accounts: number;
  readonly days: number;
  readonly tracks: number;
}

/** One account of the run, and what became of its work. */
export interface Account {
  readonly userId: string;
  /** The strategy's name; undefined for an honest person. */
  readonly strategy: string | undefined;
  readonly language: string | undefined;
  readonly household: number | undefined;
  readonly seat: (random: Random) => Seat;
  readonly tried: Map<string, number>;
  /** Cents that were asked for, and that the rule would have paid without a person. */
  askedCents: number;
  paidByRuleCents: number;
}

export interface Reviewed {
  readonly userId: string;
  readonly status: string;
  readonly cents: number;
  readonly waitHours: number;
  readonly rules: readonly string[];
}

export interface Clustered {
  readonly userId: string;
  readonly clusterId: string;
  readonly kinds: readonly string[];
}

export interface Run {
  readonly size: Size;
  readonly accounts: readonly Account[];
  readonly reviews: readonly Reviewed[];
  readonly clustered: readonly Clustered[];
}

const daySeconds = 24 * 3600;
const payoutBelowCents = 2000;
const smallestPayoutCents = 500;

export async function runTrust(size: Size): Promise<Run> {
  const endsAt = new Date();
  const startsAt = new Date(endsAt.getTime() - size.days * daySeconds * 1000);
  const world = await startTrustWorld(startsAt);
  try {
    for (let number = 0; number < size.tracks; number += 1) await world.makeTrack(number);
    const wished = await sql(world.owner, 'select id from artist_tracks order by created_at, id limit 8');
    const trackIds = wished.map(({ id }) => String(id));
    const bots = await Promise.all(
      strategies.map((strategy, number) => makeBots(world, strategy, number, size, trackIds)),
    );
    const people = await makeHonest(world, size);
    const accounts = [...bots.flat(), ...people].map(({ account }) => account);
    const everybody = [...bots.flat(), ...people].map(({ doings }) => doings);
    await runSchedule([...everybody, hourly(world, accounts)], startsAt, endsAt, (moment) =>
      world.deps.clock.set(moment),
    );
    await findClusters(world.deps);
    return { size, accounts, reviews: await reviewsOf(world), clustered: await clusteredOf(world) };
  } finally {
    await world.close();
  }
}

interface Made {
  readonly account: Account;
  readonly doings: Doings;
}

type Who = Pick<Account, 'strategy' | 'language' | 'household' | 'seat'> & {
  readonly email: string;
  readonly payee: string;
};

async function makeAccount(world: TrustWorld, { email, payee, ...who }: Who): Promise<Account> {
  const userId = await world.person({ userType: 'listener', displayName: who.strategy ?? 'Honest', email });
  const confirmed = new Date(world.deps.clock.now().getTime() - 100 * 3600 * 1000);
  await sql(
    world.owner,
    `insert into payees (user_id, method, country, details_encrypted, destination_mark, masked, created_at, confirmed_at)
     values ($1, 'local', 'US', '\\x00', $2, 'A place', $3, $3)`,
    [userId, createHash('sha256').update(payee).digest(), confirmed],
  );
  return { ...who, userId, tried: new Map(), askedCents: 0, paidByRuleCents: 0 };
}

async function makeBots(
  world: TrustWorld,
  strategy: Strategy,
  number: number,
  size: Size,
  trackIds: readonly string[],
): Promise<Made[]> {
  const made: Made[] = [];
  for (let i = 0; i < size.accounts; i += 1) {
    const account = await makeAccount(world, {
      strategy: strategy.name,
      language: undefined,
      household: undefined,
      email: strategy.email(i),
      payee: `strategy ${number} payee ${strategy.payee(i)}`,
      seat: (random) => strategy.seat(i, random),
    });
    made.push({
      account,
      doings: botDoings(world, strategy, account, i, seeded(1000 * number + i), trackIds),
    });
  }
  return made;
}

/** The same hour for all accounts of one script, another each day. */
const scriptHour = (strategy: Strategy, day: number) =>
  seeded(strategy.name.length * 1000 + day)() * 20 * 3600;

async function* botDoings(
  world: TrustWorld,
  strategy: Strategy,
  account: Account,
  number: number,
  random: Random,
  trackIds: readonly string[],
): Doings {
  for (let day = 0; ; day += 1) {
    const startsAt = world.deps.clock.now().getTime();
    yield strategy.inLockstep ? scriptHour(strategy, day) + random() : random() * 18 * 3600;
    for (let review = 0; review < strategy.reviewsADay; review += 1) {
      const tried = yield* listenAndReview(world, {
        userId: account.userId,
        seat: account.seat(random),
        random,
        text: strategy.text(random, number),
        writesSeconds: strategy.writes(random),
        wantedTrackId: strategy.wishes
          ? trackIds[(day * strategy.reviewsADay + review) % trackIds.length]
          : undefined,
      });
      count(account, tried);
      if (tried !== 'reviewed') break;
      yield strategy.inLockstep ? 20 : 20 + random() * 60;
    }
    yield daySeconds - (world.deps.clock.now().getTime() - startsAt) / 1000;
  }
}

async function makeHonest(world: TrustWorld, size: Size): Promise<Made[]> {
  const made: Made[] = [];
  for (let number = 0; number < size.honest; number += 1) {
    const person = honestPerson(number);
    const account = await makeAccount(world, {
      strategy: undefined,
      language: person.language.name,
      household: person.household,
      email: person.email,
      payee: `honest ${person.payee}`,
      seat: person.seat,
    });
    const random = seeded(900_000 + number);
    made.push({ account, doings: honestDoings(world, account, person, random) });
  }
  return made;
}

/** Some days of the month, at an hour of the evening, one to five reviews, written by hand. */
async function* honestDoings(
  world: TrustWorld,
  account: Account,
  person: ReturnType<typeof honestPerson>,
  random: Random,
): Doings {
  for (;;) {
    const startsAt = world.deps.clock.now().getTime();
    const isActive = random() < person.daysOf30 / 30;
    yield (15 + random() * 7) * 3600;
    const reviews = isActive ? 1 + Math.floor(random() * 5) : 0;
    for (let review = 0; review < reviews; review += 1) {
      const tried = yield* listenAndReview(world, {
        userId: account.userId,
        seat: account.seat(random),
        random,
        text: honestText(random, person.language),
        writesSeconds: 45 + random() * 200,
      });
      count(account, tried);
      if (tried !== 'reviewed') break;
      yield 5 + random() * 90;
    }
    yield daySeconds - (world.deps.clock.now().getTime() - startsAt) / 1000;
  }
}

const count = ({ tried }: Account, what: string) => tried.set(what, (tried.get(what) ?? 0) + 1);

/** What the server's own timetable does, and once a day everybody who can asks for a payout. */
async function* hourly(world: TrustWorld, accounts: readonly Account[]): Doings {
  for (let hour = 0; ; hour += 1) {
    await approveDueReviews(world.deps);
    await findClusters(world.deps);
    if (hour % 24 === 23) for (const account of accounts) await askForPayout(world, account);
    yield 3600;
  }
}

/** Asks once, as soon as there is enough; the rule decides what a person need not see. */
async function askForPayout(world: TrustWorld, account: Account): Promise<void> {
  if (account.askedCents > 0) return;
  const { availableCents } = await readWallet(world.deps, account.userId);
  if (availableCents < smallestPayoutCents) return;
  const seat = account.seat(seeded(availableCents));
  const token = await world.signIn(account.userId, seat);
  const asked = await world.call(token, seat, api.wallet.requestPayout, {
    body: {},
    idempotencyKey: randomUUID(),
  });
  if (!asked.answer) {
    count(account, `payout: ${asked.code}`);
    return;
  }
  account.askedCents = asked.answer.amountCents;
  if (await isPaidByRule(world, account)) account.paidByRuleCents = account.askedCents;
}

/** Approval of payouts by rule, switched on at $20 (beyond the specification, 7). */
async function isPaidByRule({ deps }: TrustWorld, { userId, askedCents }: Account): Promise<boolean> {
  if (askedCents >= payoutBelowCents) return false;
  if ((await standingOf(deps.database, deps, userId)) === 'new') return false;
  return !(await hasRelation(deps.database, userId));
}

async function reviewsOf({ owner }: TrustWorld): Promise<Reviewed[]> {
  const rows = await sql(
    owner,
    `select listener_id, status, earned_cents::int as cents,
       coalesce(extract(epoch from due_at - created_at) / 3600, 0)::float8 as hours,
       array(select rule from review_findings where review_id = reviews.id and not passed) as rules
     from reviews`,
  );
  return rows.map((row) => ({
    userId: String(row.listener_id),
    status: String(row.status),
    cents: Number(row.cents),
    waitHours: Number(row.hours),
    rules: Array.isArray(row.rules) ? row.rules.map(String) : [],
  }));
}

async function clusteredOf({ owner }: TrustWorld): Promise<Clustered[]> {
  const rows = await sql(owner, 'select user_id, cluster_id, kinds from cluster_members');
  return rows.map((row) => ({
    userId: String(row.user_id),
    clusterId: String(row.cluster_id),
    kinds: Array.isArray(row.kinds) ? row.kinds.map(String) : [],
  }));
}
