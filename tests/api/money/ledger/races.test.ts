import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Queryable } from '#server/adapters/database/database.ts';
import { alarmsOf } from '#tests/support/people/alarms.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/world/database.ts';
import { aListener, anAdmin, aReview, aTrack } from '#tests/support/world/rows.ts';
import { type Row, sql } from '#tests/support/world/sql.ts';
import {
  approve,
  cancel,
  correct,
  decide,
  reject,
  request,
  reverse,
  setReward,
  takeBack,
  walletOf,
} from './ledger-calls.ts';

// Many rounds, on machines that may be busy.
vi.setConfig({ testTimeout: 180_000 });

let db: TestDatabase;
let app: Queryable;
let owner: Queryable;
let admins: [string, string];

beforeAll(async () => {
  db = await createTestDatabase();
  [app, owner] = [db.database, db.ownerDatabase];
  admins = [await anAdmin(owner), await anAdmin(owner)];
  await setReward(owner, 600);
  // All ten connections are open before the first race, so that the calls really meet.
  await Promise.all(Array.from({ length: 10 }, () => sql(app, 'select pg_sleep(0.1)')));
});
afterEach(async () => {
  expect(await alarmsOf(db.auditDatabase)).toEqual([]);
});
afterAll(() => db.drop());

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const outcomes = (rows: readonly Row[]) => rows.map(({ outcome }) => String(outcome)).sort();
const count = (rows: readonly Row[], outcome: string) => rows.filter((row) => row.outcome === outcome).length;

/** A listener with 600 cents available. */
async function anEarner(): Promise<string> {
  const { id, listenerId } = await aReview(owner);
  await approve(app, id);
  return listenerId;
}

test('8 simultaneous requests by each of 200 listeners create 200 requests', async () => {
  for (let round = 0; round < 20; round += 1) {
    const earners = await Promise.all(times(10, anEarner));
    const answers = await Promise.all(earners.flatMap((listener) => times(8, () => request(app, listener))));
    expect(count(answers, 'done')).toBe(10);
    expect(count(answers, 'below_minimum')).toBe(70);
    for (const listener of earners) expect(await walletOf(app, listener)).toEqual([0, 600, 0]);
  }
  const [made] = await sql(
    app,
    'select count(*)::int as requests, count(distinct listener_id)::int as listeners from payout_requests',
  );
  expect(made).toEqual({ requests: 200, listeners: 200 });
});

test('8 simultaneous requests with the same key create one request', async () => {
  for (let round = 0; round < 50; round += 1) {
    const [listener, key] = [await anEarner(), randomUUID()];
    const answers = await Promise.all(times(8, () => request(app, listener, key)));
    expect(outcomes(answers)).toEqual([...times(7, () => 'already'), 'done']);
    expect(new Set(answers.map((answer) => answer.payout_id)).size).toBe(1);
  }
});

test('one of 4 racing decisions on a payout succeeds, and the others see it', async () => {
  for (let round = 0; round < 50; round += 1) {
    const { payout_id: payout } = await request(app, await anEarner());
    const answers = await Promise.all(
      times(4, (i) => decide(app, payout, admins[i < 2 ? 0 : 1], i % 2 ? 'completed' : 'rejected')),
    );
    expect(outcomes(answers)).toEqual(['already', 'conflict', 'conflict', 'done']);
    expect(new Set(answers.map((answer) => answer.status)).size).toBe(1);
  }
});

test('250 approvals and 250 reversals, each sent twice at once, make 250 rewards and 250 reversals', async () => {
  const listeners = await Promise.all(times(10, () => aListener(owner)));
  const tracks = await Promise.all(times(25, () => aTrack(owner)));
  const reviews: string[] = [];
  // Every listener has reviewed every track.
  for (const track of tracks) {
    const made = await Promise.all(listeners.map((listenerId) => aReview(owner, { listenerId, track })));
    reviews.push(...made.map(({ id }) => id));
  }
  const race = async (decision: (review: string) => Promise<Row>) => {
    const answers: Row[] = [];
    for (let from = 0; from < reviews.length; from += 10) {
      const ten = reviews.slice(from, from + 10);
      answers.push(...(await Promise.all([...ten, ...ten].map(decision))));
    }
    expect([count(answers, 'done'), count(answers, 'already')]).toEqual([250, 250]);
  };
  await race((id) => approve(app, id));
  for (const listener of listeners) expect(await walletOf(app, listener)).toEqual([25 * 600, 0, 0]);
  await race((id) => reverse(app, id, admins[0]));
  for (const listener of listeners) expect(await walletOf(app, listener)).toEqual([0, 0, 0]);
});

test('of a payout request and the undoing of an approval at the same time, one succeeds', async () => {
  for (let round = 0; round < 50; round += 1) {
    const { id, listenerId } = await aReview(owner);
    await approve(app, id, admins[0]);
    const [asked, first, second] = await Promise.all([
      request(app, listenerId),
      takeBack(app, id, admins[0]),
      takeBack(app, id, admins[0]),
    ]);
    const isPaid = asked.outcome === 'done';
    expect([asked.outcome, ...outcomes([first, second])]).toEqual(
      isPaid ? ['done', 'spent', 'spent'] : ['below_minimum', 'already', 'done'],
    );
    expect(await walletOf(app, listenerId)).toEqual(isPaid ? [0, 600, 0] : [0, 0, 0]);
  }
});

test('an approval, its undoing and another approval at the same time pay at most one reward', async () => {
  for (let round = 0; round < 50; round += 1) {
    const { id, listenerId } = await aReview(owner);
    await approve(app, id, admins[0]);
    await Promise.all([
      takeBack(app, id, admins[0]),
      approve(app, id, admins[1]),
      approve(app, id, null),
      takeBack(app, id, admins[0]),
    ]);
    const [row] = await sql(app, 'select status from reviews where id = $1', [id]);
    expect(await walletOf(app, listenerId)).toEqual([row?.status === 'approved' ? 600 : 0, 0, 0]);
  }
});

test('only one of a simultaneous cancellation and decision succeeds', async () => {
  for (let round = 0; round < 30; round += 1) {
    const listener = await anEarner();
    const { payout_id: payout } = await request(app, listener);
    const answers = await Promise.all([
      cancel(app, payout, listener),
      decide(app, payout, admins[0], round % 2 ? 'completed' : 'rejected'),
      cancel(app, payout, listener),
    ]);
    const isCancelled = answers[0]?.status === 'cancelled';
    expect(count(answers, 'done')).toBe(1);
    expect(outcomes(answers)).toEqual(
      isCancelled ? ['already', 'conflict', 'done'] : ['conflict', 'conflict', 'done'],
    );
  }
});

test('only one of a simultaneous approval and rejection succeeds', async () => {
  for (let round = 0; round < 50; round += 1) {
    const { id } = await aReview(owner);
    const answers = await Promise.all([approve(app, id), reject(app, id), approve(app, id, admins[0])]);
    expect(count(answers, 'done')).toBe(1);
    expect(new Set(answers.map(({ status }) => status)).size).toBe(1);
  }
});

test('simultaneous first rewards of a new listener open one set of accounts', async () => {
  for (let round = 0; round < 20; round += 1) {
    const listenerId = await aListener(owner);
    const reviews = await Promise.all(times(3, () => aReview(owner, { listenerId })));
    const answers = await Promise.all(reviews.map(({ id }) => approve(app, id)));
    expect(outcomes(answers)).toEqual(['done', 'done', 'done']);
    expect(await walletOf(app, listenerId)).toEqual([1800, 0, 0]);
  }
});

test('simultaneous requests, approvals, reversals and decisions lose no cent and do not deadlock', async () => {
  const deadlocks = () =>
    sql(owner, 'select deadlocks from pg_stat_database where datname = current_database()');
  const before = await deadlocks();
  const track = await aTrack(owner);
  for (let round = 0; round < 30; round += 1) {
    const listenerId = await anEarner();
    const { payout_id: payout } = await request(app, listenerId);
    const fresh = await Promise.all(times(2, () => aReview(owner, { listenerId })));
    const standing = await aReview(owner, { listenerId, track: round === 0 ? track : await aTrack(owner) });
    await approve(app, standing.id);
    await Promise.all([
      ...fresh.map(({ id }) => approve(app, id)),
      reverse(app, standing.id, admins[0]),
      request(app, listenerId),
      request(app, listenerId),
      decide(app, payout, admins[0], 'completed'),
      decide(app, payout, admins[1], 'rejected'),
    ]);
    const [total] = await sql(
      owner,
      `select sum(account.balance_cents)::bigint + coalesce((select sum(amount_cents) from payout_requests
         where listener_id = $1 and status = 'completed'), 0)::bigint as cents
         from ledger.accounts account where account.listener_id = $1`,
      [listenerId],
    );
    expect(total?.cents).toBe(3 * 600);
  }
  expect(await deadlocks()).toEqual(before);
});

test('simultaneous corrections and payouts by one admin together stay within the amount for one admin', async () => {
  await sql(
    owner,
    'update ledger.rates set second_admin_correction_cents = 250, second_admin_payout_cents = 1300',
  );
  try {
    for (let round = 0; round < 20; round += 1) {
      const admin = await anAdmin(owner);
      const listeners = await Promise.all(times(6, () => aListener(owner)));
      const corrected = await Promise.all(listeners.map((listener) => correct(app, listener, 100, admin)));
      expect([count(corrected, 'done'), count(corrected, 'awaits_second')]).toEqual([2, 4]);

      const earners = await Promise.all(times(6, anEarner));
      const requests = await Promise.all(earners.map((listener) => request(app, listener)));
      const paid = await Promise.all(
        requests.map(({ payout_id: payout }) => decide(app, payout, admin, 'completed')),
      );
      expect([count(paid, 'done'), count(paid, 'awaits_second')]).toEqual([2, 4]);
    }
  } finally {
    await sql(
      owner,
      'update ledger.rates set second_admin_correction_cents = 10000, second_admin_payout_cents = null',
    );
  }
});
