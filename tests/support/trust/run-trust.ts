import { approveByRule } from '#server/money/wallet/approve-by-rule.ts';
import { completePayouts } from '#server/money/wallet/approve-payout.ts';
import { approveDueReviews } from '#server/reviewing/reviews/approve-due-reviews.ts';
import { findClusters } from '#server/trust/linked-accounts/find-clusters.ts';
import { sql } from '#tests/support/world/sql.ts';
import type { Account } from './accounts.ts';
import { makeBots } from './bots.ts';
import { approveHonest, type Clustered, clustered, decideClusters } from './decisions.ts';
import { makeHonest } from './honest-people.ts';
import { askForPayout, countPaid } from './payouts.ts';
import { type Doings, runSchedule } from './schedule.ts';
import type { Size } from './size.ts';
import { strategies } from './strategies.ts';
import { startTrustWorld, type TrustDatabases, type TrustWorld } from './trust-world.ts';

export interface Reviewed {
  readonly userId: string;
  readonly status: string;
  readonly cents: number;
  readonly waitHours: number;
  readonly rules: readonly string[];
}

export interface Run {
  readonly size: Size;
  readonly accounts: readonly Account[];
  readonly reviews: readonly Reviewed[];
  readonly clustered: readonly Clustered[];
  /** By cluster: whom one decision suspended; undefined while nobody has decided. */
  readonly suspended: ReadonlyMap<string, readonly string[]> | undefined;
  readonly honestRefused: number;
}

const daySeconds = 24 * 3600;

/** What a run tells while it goes on, and when it has to end before its days are over. */
export interface Course {
  /** @param soFar what the days before have come to */
  readonly onDay?: (soFar: Run) => void;
  readonly isOver?: () => boolean;
}

export async function runTrust(size: Size, databases: TrustDatabases, course: Course = {}): Promise<Run> {
  // Evidence counts by the day (UTC): whole days make every run alike.
  const dayMilliseconds = daySeconds * 1000;
  const endsAt = new Date(Math.floor(Date.now() / dayMilliseconds) * dayMilliseconds);
  const startsAt = new Date(endsAt.getTime() - size.days * dayMilliseconds);
  const world = await startTrustWorld(startsAt, databases);
  try {
    const trackIds = await makeTracks(world, size.tracks);
    const made = [
      ...(await makeBots(world, size, (strategy) => tracksOf(strategy, trackIds))),
      ...(await makeHonest(world, size.honest)),
    ];
    const accounts = made.map(({ account }) => account);
    const { clock } = world.deps;
    const soFar = async (): Promise<Run> => {
      await countPaid(world, accounts);
      return {
        size: { ...size, days: Math.round((clock.now().getTime() - startsAt.getTime()) / daySeconds / 1000) },
        accounts,
        reviews: await reviewsOf(world),
        clustered: await clustered(world),
        suspended: undefined,
        honestRefused: 0,
      };
    };
    const onDay = async () => course.onDay?.(await soFar());
    const everybody = [...made.map(({ doings }) => doings), hourly(world, accounts, onDay)];
    await runSchedule(everybody, {
      startsAt,
      endsAt,
      runAt: (moment, work) => clock.at(moment, work),
      isOver: course.isOver ?? (() => false),
    });
    await findClusters(world.deps);
    const beforeAnybodyLooks = await soFar();
    const suspended = await decideClusters(world, beforeAnybodyLooks.clustered);
    const honestRefused = await approveHonest(world, accounts);
    return { ...beforeAnybodyLooks, suspended, honestRefused };
  } finally {
    await world.close();
  }
}

/** Some side by side: each upload waits for the thread that looks at its sound. */
async function makeTracks(world: TrustWorld, tracks: number): Promise<string[]> {
  const atOnce = 4;
  const trackIds: string[] = [];
  for (let first = 0; first < tracks; first += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, tracks - first) }, (_, place) => first + place);
    const made = numbers.map((number) =>
      world.makeTrack(number, { hasPaidForLong: ringOf(number) === undefined }),
    );
    trackIds.push(...(await Promise.all(made)));
  }
  return trackIds;
}

/** Three tracks in ten are of artists who belong to a strategy. */
const ringOf = (track: number): number | undefined => rings[track % 10];
const rings = [...strategies.keys()].filter((number) => strategies[number]?.wants !== undefined);

const tracksOf = (strategy: number, trackIds: readonly string[]): string[] =>
  trackIds.filter((_, place) => ringOf(place) === strategy);

/** Payouts are asked for once a day. To look at each that waits as often as the server does would take longer than all the rest. */
const hoursBetweenPayouts = 6;

/** What the server's own timetable does, if less often, and once a day everybody who can asks for a payout. */
async function* hourly(world: TrustWorld, accounts: readonly Account[], onDay: () => Promise<void>): Doings {
  for (let hour = 0; ; hour += 1) {
    await approveDueReviews(world.deps);
    await findClusters(world.deps);
    if (hour % hoursBetweenPayouts === 0) {
      await approveByRule(world.deps);
      await completePayouts(world.deps);
    }
    if (hour % 24 === 0) await onDay();
    if (hour % 24 === 23) for (const account of accounts) await askForPayout(world, account);
    yield 3600;
  }
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
