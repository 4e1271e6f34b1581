import { sqlRow } from '#tests/support/world/sql.ts';
import { type Account, count, makeAccount } from './accounts.ts';
import { listenAndReview, type Tried } from './listen-and-review.ts';
import type { Doings } from './schedule.ts';
import type { Size } from './size.ts';
import { type Strategy, strategies } from './strategies.ts';
import { type Random, seeded } from './trust-texts.ts';
import type { TrustWorld } from './trust-world.ts';
import { pasted, typed } from './typing.ts';

const daySeconds = 24 * 3600;
/** Enough for a payout; who has sent so many waits for it. */
const mostReviews = 36;
/** Who has so many pending reviews tries one more every few days only, to see whether anything has changed. */
const givesUpAt = 5;
const daysBetweenTries = 10;
/** Reviews of each account that are heard by every call of a browser. */
export const heardByCalls = 1;

export interface Made {
  readonly account: Account;
  readonly doings: Doings;
}

/** The accounts of each strategy; those that are artists' own have these tracks. */
export async function makeBots(
  world: TrustWorld,
  { accounts, only }: Pick<Size, 'accounts' | 'only'>,
  tracksOf: (strategy: number) => readonly string[],
): Promise<Made[]> {
  const made: Made[] = [];
  for (const [number, strategy] of strategies.entries()) {
    if (only && !only.includes(strategy.name)) continue;
    for (let i = 0; i < accounts; i += 1) {
      const account = await makeAccount(world, {
        strategy: strategy.name,
        language: undefined,
        household: undefined,
        email: strategy.email(i),
        payee: `strategy ${number} payee ${strategy.payee(i)}`,
        seat: (random) => strategy.seat(i, random),
      });
      const random = seeded(1000 * number + i);
      made.push({
        account,
        doings: botDoings({ world, strategy, account, i, random, own: tracksOf(number) }),
      });
    }
  }
  return made;
}

interface Bot {
  readonly world: TrustWorld;
  readonly strategy: Strategy;
  readonly account: Account;
  readonly i: number;
  readonly random: Random;
  readonly own: readonly string[];
}

async function* botDoings(bot: Bot): Doings {
  const { world, strategy, random } = bot;
  yield (strategy.firstDay ?? 0) * daySeconds;
  for (let day = 0; ; day += 1) {
    const startsAt = world.deps.clock.now().getTime();
    yield strategy.inLockstep ? scriptHour(strategy, day) : random() * 18 * 3600;
    const { sent, pending } = await sentBy(bot);
    const isWaiting = pending >= givesUpAt && strategy.persists !== true;
    const today = isWaiting ? Number(day % daysBetweenTries === 0) : strategy.reviewsADay;
    for (
      let review = sent;
      review < Math.min(strategy.mostReviews ?? mostReviews, sent + today);
      review += 1
    ) {
      const tried = yield* reviewOnce(bot, review);
      count(bot.account, tried);
      if (tried !== 'reviewed') break;
      yield strategy.inLockstep ? 20 : 20 + random() * 60;
    }
    yield daySeconds - (world.deps.clock.now().getTime() - startsAt) / 1000;
  }
}

/** The same hour for all accounts of one script, another each day. */
const scriptHour = (strategy: Strategy, day: number) =>
  seeded(strategy.name.length * 1000 + day)() * 20 * 3600;

async function* reviewOnce(
  { world, strategy, account, i, random, own }: Bot,
  sent: number,
): AsyncGenerator<number, Tried> {
  const text = strategy.text(random, i, sent);
  const writesSeconds = strategy.writes(random);
  return yield* listenAndReview(world, {
    userId: account.userId,
    hearsByCalls: sent < heardByCalls,
    seat: account.seat(random),
    random,
    text,
    typing: typingOf(strategy, text, random, writesSeconds),
    writesSeconds,
    wantedTrackId: strategy.wants === 'chosen' ? own[(sent + i) % own.length] : undefined,
    only: strategy.wants === 'skipped to' ? new Set(own) : undefined,
  });
}

/** What it reports about its typing. */
function typingOf({ typing }: Strategy, text: string, random: Random, writesSeconds: number) {
  if (typing === 'missing') return undefined;
  return typing === 'pasted' ? pasted(text, random) : typed(text, random, Math.max(60, writesSeconds));
}

/** What a bot sees on its own pages. */
async function sentBy({ world, account }: Bot): Promise<{ sent: number; pending: number }> {
  const row = await sqlRow(
    world.owner,
    `select count(*)::int as sent, (count(*) filter (where status = 'pending'))::int as pending
     from reviews where listener_id = $1`,
    [account.userId],
  );
  return { sent: Number(row.sent), pending: Number(row.pending) };
}
