import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { api } from '#contract/index.ts';
import { closeCodes, realtimePath } from '#contract/realtime-connection.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { completeApproved, readsPayout } from '#tests/support/people/payouts.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { aTrack } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let admin: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
  admin = await earshot.signIn({ admin: true, displayName: 'Ari Admin' });
});
afterAll(() => earshot.close());

const reason = 'Several accounts that review one another.';
const set = (userId: string, suspended: boolean, by = admin) =>
  by.call(api.admin.setSuspension, { params: { userId }, body: { suspended, reason } });

/** A connection of the user that the server has welcomed; answers with what code it is closed, and after how long. */
async function anOpenTab(user: ApiUser): Promise<{ closed: Promise<{ code: number; after: number }> }> {
  const socket = new WebSocket(earshot.url.replace('http', 'ws') + realtimePath, { origin: earshot.url });
  await once(socket, 'open');
  socket.send(JSON.stringify({ token: user.accessToken }));
  await once(socket, 'message');
  const began = performance.now();
  const closed = once(socket, 'close').then(([code]) => ({
    code: Number(code),
    after: performance.now() - began,
  }));
  return { closed };
}

test('an admin cannot suspend themselves or an unknown user, and must give a reason', async () => {
  expect((await set(admin.userId, true)).code).toBe('own_suspension');
  expect((await set(randomUUID(), true)).code).toBe('not_found');
  const listener = await earshot.signIn({ userType: 'listener' });
  const sent = { params: { userId: listener.userId }, body: { suspended: true, reason: ' ' } };
  expect((await admin.call(api.admin.setSuspension, sent)).code).toBe('malformed');
  expect((await listener.call(api.wallet.readWallet, {})).status).toBe(200);
});

test('a suspension ends sessions, connections and audio at once, and lifting it lets the user sign in again', async () => {
  const listener = await earshot.signIn({ userType: 'listener' });
  await aTrack(earshot.testDatabase.ownerDatabase);
  const { track } = await listener.get(api.listening.nextTrack, { body: {} });
  const link = track?.playbackLink.url ?? '';
  const { closed } = await anOpenTab(listener);

  expect((await set(listener.userId, true)).status).toBe(200);
  expect((await listener.call(api.wallet.readWallet, {})).code).toBe('invalid_token');
  expect((await listener.fetch(link)).status).toBe(403);
  const end = await closed;
  expect(end.code).toBe(closeCodes.unauthorized);
  expect(end.after).toBeLessThan(1000);

  const read = () => admin.get(api.admin.readUser, { params: { userId: listener.userId } });
  expect(await read()).toMatchObject({ suspensionReason: reason, sessions: [] });
  expect((await set(listener.userId, false)).answer).toEqual({ suspendedAt: null });
  expect(await read()).toMatchObject({ suspendedAt: null, suspensionReason: null });
  expect((await listener.call(api.wallet.readWallet, {})).code).toBe('invalid_token');
  const again = await earshot.signInAgain(listener.userId);
  expect((await again.call(api.wallet.readWallet, {})).status).toBe(200);
});

/** What the emails to a user say, oldest first. */
async function mailsTo({ userId }: ApiUser): Promise<string[]> {
  await earshot.runJobs();
  const mails = (await earshot.mailbox.list(1000)).filter(({ to }) => to.address.startsWith(userId));
  return mails.toReversed().map(({ subject, text }) => `${subject}\n${text}`);
}

test('a suspended user gets the reason and the address for an appeal by email, and another when it is lifted', async () => {
  const listener = await earshot.signIn({ userType: 'listener' });
  await set(listener.userId, true);
  const [suspended = ''] = await mailsTo(listener);
  expect(suspended).toMatch(/^Your Earshot account is suspended\n/);
  expect(suspended).toContain(reason);
  expect(suspended).toContain(`write to ${earshot.deps.config.supportEmail}`);
  earshot.clock.advance(1);
  await set(listener.userId, false);
  expect(await mailsTo(listener)).toEqual([
    suspended,
    expect.stringMatching(/^Your Earshot account is no longer suspended\n/),
  ]);
});

test('an address that was never confirmed gets no email about a suspension', async () => {
  const stranger = await earshot.signIn({ userType: 'listener' });
  await sql(earshot.testDatabase.ownerDatabase, 'update users set confirmed_at = null where id = $1', [
    stranger.userId,
  ]);
  await set(stranger.userId, true);
  await set(stranger.userId, false);
  expect(await mailsTo(stranger)).toEqual([]);
});

test('repeated or simultaneous suspensions are recorded once, and told once', async () => {
  const other = await earshot.signIn({ admin: true });
  const listener = await earshot.signIn({ userType: 'listener' });
  const answers = await Promise.all([set(listener.userId, true), set(listener.userId, true, other)]);
  expect(answers[0].answer).toEqual(answers[1].answer);
  const { items } = await admin.get(api.admin.listActivity, { query: { about: listener.userId } });
  expect(items.map(({ event }) => event)).toEqual(['user_suspended']);
  expect(await mailsTo(listener)).toHaveLength(1);
});

test('a suspended admin cannot decide anything', async () => {
  const former = await earshot.signIn({ admin: true });
  await set(former.userId, true);
  expect((await former.call(api.admin.listUsers, { query: {} })).code).toBe('invalid_token');
});

test('users can be searched by the start of name, username and email, and filtered by suspension', async () => {
  const zora = await earshot.signIn({ userType: 'listener', displayName: 'Zora Zimt' });
  await set(zora.userId, true);
  const find = async (search: string, show: 'all' | 'suspended' = 'all') =>
    (await admin.get(api.admin.listUsers, { query: { search, show } })).items.map(({ id }) => id);
  expect(await find('zor')).toEqual([zora.userId]);
  expect(await find('ZORA Z')).toEqual([zora.userId]);
  expect(await find(zora.userId.slice(0, 20))).toEqual([zora.userId]);
  expect(await find(`${zora.userId}@example`)).toEqual([zora.userId]);
  expect(await find('imt')).toEqual([]);
  expect(await find('%')).toEqual([]);
  expect(await find('zora', 'suspended')).toEqual([zora.userId]);
  expect(await find('Ari Admin', 'suspended')).toEqual([]);
});

test('the user page shows money, reviews, tracks, roles and sessions', async () => {
  const listener = await earshot.signIn({ userType: 'listener', displayName: 'Lee Listener' });
  await earnedBy(earshot, listener.userId, 34);
  const payout = await listener.get(api.wallet.requestPayout, { body: {}, idempotencyKey: randomUUID() });
  await readsPayout(admin, payout.id);
  await admin.get(api.admin.decidePayout, {
    params: { payoutId: payout.id },
    body: { status: 'completed' },
    idempotencyKey: randomUUID(),
  });
  await completeApproved(earshot);
  await earnedBy(earshot, listener.userId, 2);
  expect(await admin.get(api.admin.readUser, { params: { userId: listener.userId } })).toMatchObject({
    displayName: 'Lee Listener',
    userType: 'listener',
    isAdmin: false,
    roles: [],
    money: { availableCents: 30, pendingCents: 0, earnedCents: 540, paidOutCents: 510 },
    reviews: { pending: 0, approved: 36, rejected: 0, reversed: 0 },
    tracks: { active: 0, deleted: 0 },
    sessions: [{ device: 'test' }],
  });
  const record = await admin.get(api.admin.readUser, { params: { userId: admin.userId } });
  expect(record.roles.map(({ role }) => role)).toEqual(['admin']);
});

test('users are paged without gaps', async () => {
  for (let i = 0; i < 60; i += 1) await earshot.signIn({ displayName: `Page ${i}` });
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await admin.get(api.admin.listUsers, { query: { ...(cursor ? { cursor } : {}) } });
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  const { people } = await sqlRow(
    earshot.testDatabase.ownerDatabase,
    'select count(*)::int as people from profiles',
  );
  expect(new Set(seen).size).toBe(people);
  expect(seen).toHaveLength(Number(people));
});
