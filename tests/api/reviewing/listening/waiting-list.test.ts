import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import type { Earshot } from '#tests/support/world/earshot.ts';
import { aTrack } from '#tests/support/world/rows.ts';
import { sharedEarshot } from '#tests/support/world/shared-earshot.ts';
import { sql } from '#tests/support/world/sql.ts';

const shared = sharedEarshot();
let earshot: Earshot;
let admin: ApiUser;
beforeEach(async () => {
  earshot = shared();
  admin = await earshot.signIn({ userType: 'artist', admin: true });
  await aTrack(earshot.testDatabase.ownerDatabase, { reviewTarget: 30 });
});

const aListener = () => earshot.signIn({ userType: 'listener' });
const next = (listener: ApiUser) => listener.get(api.listening.nextTrack, { body: {} });
const turn = (listenersWait: boolean) => admin.get(api.admin.setWaitingList, { body: { listenersWait } });
const letIn = (count: number, idempotencyKey = randomUUID()) =>
  admin.get(api.admin.letListenersIn, { body: { count }, idempotencyKey });
/** So many new listeners, each in line. */
async function inLine(count: number): Promise<ApiUser[]> {
  const listeners: ApiUser[] = [];
  for (let i = 0; i < count; i += 1) {
    const listener = await aListener();
    expect((await next(listener)).waiting).toEqual({ place: i + 1, likelyAt: null });
    listeners.push(listener);
  }
  return listeners;
}
const servedOf = async (listeners: readonly ApiUser[]) =>
  (await Promise.all(listeners.map(next))).filter(({ track }) => track !== null).length;

test('listeners served before never wait; new listeners keep their account, role and place in line', async () => {
  const early = await aListener();
  expect((await next(early)).track).not.toBeNull();
  await turn(true);
  expect((await next(early)).track).not.toBeNull();
  const [first, second] = await inLine(2);
  if (!first || !second) throw new Error('nobody waits');
  expect(await next(second)).toMatchObject({ track: null, empty: null, waiting: { place: 2 } });
  expect((await second.get(api.accounts.readProfile, {})).userType).toBe('listener');
  await letIn(1);
  expect((await next(first)).track).not.toBeNull();
  expect((await next(second)).waiting?.place).toBe(1);
});

test('a place in line estimates the day from the pace of admissions', async () => {
  await turn(true);
  const waiting = await inLine(4);
  await letIn(2);
  const [, , third] = waiting;
  const day = third && Date.parse((await next(third)).waiting?.likelyAt ?? '');
  expect(((day ?? 0) - earshot.clock.now().getTime()) / 86_400_000).toBeCloseTo(7, 1);
});

test('two simultaneous admissions let different listeners in, and a repeated one counts once', async () => {
  await turn(true);
  const waiting = await inLine(9);
  const made = await Promise.all([letIn(3), letIn(3)]);
  expect(made.map((one) => one.letIn)).toEqual([3, 3]);
  expect(await servedOf(waiting)).toBe(6);
  const key = randomUUID();
  expect((await letIn(1, key)).letIn).toBe(1);
  expect((await letIn(1, key)).letIn).toBe(1);
  expect(await servedOf(waiting)).toBe(7);
  expect((await letIn(100)).letIn).toBe(2);
});

test('an admitted listener stays in when the list is turned off and on again, and is notified once', async () => {
  await turn(true);
  const [first, second] = await inLine(2);
  if (!first || !second) throw new Error('nobody waits');
  await letIn(1);
  await turn(false);
  await turn(true);
  expect((await next(first)).track).not.toBeNull();
  // Switching it off let the other one in.
  expect((await next(second)).track).not.toBeNull();
  expect(await admin.get(api.admin.readWaitingList, {})).toEqual({
    listenersWait: true,
    waiting: 0,
    longestSince: null,
  });
  const told = await sql(
    earshot.testDatabase.ownerDatabase,
    "select count(*)::int as mails from outbox where notice_key like 'let-in:%'",
  );
  expect(told).toEqual([{ mails: 2 }]);
});

test('only admins read or move the list', async () => {
  const listener = await aListener();
  expect((await listener.call(api.admin.readWaitingList, {})).code).toBe('access_denied');
  expect((await listener.call(api.admin.setWaitingList, { body: { listenersWait: true } })).code).toBe(
    'access_denied',
  );
  const sent = { body: { count: 1 }, idempotencyKey: randomUUID() };
  expect((await listener.call(api.admin.letListenersIn, sent)).code).toBe('access_denied');
});
