import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { hashPassword } from '#server/identity/passwords.ts';
import { hasRelation, relationsOf } from '#server/trust/linked-accounts/linked-accounts.ts';
import { sweepEvidence } from '#server/trust/linked-accounts/record-evidence.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { listenTo } from '#tests/support/people/listening.ts';
import { anHonestComment } from '#tests/support/people/reviewing.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { aTrack } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';

const day = 24 * 3600;
const password = 'a velvet curtain at noon';
const browser = (name: string) => name.padEnd(22, '-');

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot({ TRUSTED_PROXIES: '127.0.0.1' }, { startsAt: fixedStart });
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
const evidenceOf = (user: ApiUser) =>
  sql(
    owner(),
    `select kind, mark, tracks_served as served, reviews_sent as sent from evidence
      where user_id = $1 order by kind, first_at, mark`,
    [user.userId],
  );
const kindsOf = async (user: ApiUser) => (await evidenceOf(user)).map(({ kind }) => kind);

async function serve(listener: ApiUser) {
  const artist = await earshot.signIn({ userType: 'artist' });
  const { id: trackId } = await aTrack(owner(), { artistId: artist.userId });
  const { track } = await listener.get(api.listening.nextTrack, { body: { trackId } });
  expect(track?.trackId).toBe(trackId);
  return trackId;
}

const rename = (user: ApiUser, email: string) =>
  sql(owner(), 'update users set email = $2, email_normalized = $2 where id = $1', [user.userId, email]);

const start = ({ userId }: ApiUser) =>
  sql(owner(), 'update users set created_at = $2 where id = $1', [userId, earshot.clock.now()]);
const marksOf = async ({ userId }: ApiUser, kind: string) =>
  (await sql(owner(), 'select mark from evidence where user_id = $1 and kind = $2', [userId, kind])).map(
    ({ mark }) => mark,
  );

test('without a network and a browser only the mailbox is recorded', async () => {
  const listener = await earshot.signIn({ userType: 'listener' });
  await rename(listener, 'kim@gmail.com');
  await serve(listener);
  expect(await kindsOf(listener)).toEqual(['mailbox']);
});

test('each track served and each review sent adds to the day’s evidence, blinded', async () => {
  const listener = await earshot.signIn({ userType: 'listener' }, '203.0.113.7', browser('one'));
  await start(listener);
  const trackId = await serve(listener);
  const { track } = await listener.get(api.listening.nextTrack, { body: { trackId } });
  await listenTo(earshot, listener, track, 60, { fetchAudio: false });
  await sql(owner(), 'update leases set bytes_sent = 10000000 where listener_id = $1', [listener.userId]);
  const body = { trackId, rating: 4, comment: anHonestComment };
  await listener.get(api.reviews.submitReview, { body, idempotencyKey: randomUUID() });

  const kept = await evidenceOf(listener);
  expect(kept.map(({ kind, served, sent }) => [kind, served, sent])).toEqual([
    ['device', 1, 1],
    ['domain', 1, 1],
    ['mailbox', 1, 1],
    ['network', 1, 1],
    ['started', 1, 1],
  ]);
  expect(JSON.stringify(kept)).not.toMatch(/203\.0|example|one--/);

  earshot.clock.advance(day);
  await serve(await earshot.signInAgain(listener.userId, '203.0.113.7', browser('one')));
  expect(await kindsOf(listener)).toHaveLength(9);
});

test.each<[string, string, boolean]>([
  ['ja.ne+ring@gmail.com', 'jane@googlemail.com', true],
  ['ada+one@example.org', 'ada@example.org', true],
  ['a.da@example.net', 'ada@example.net', false],
])('%s and %s are the same mailbox: %s', async (one, other, related) => {
  const first = await earshot.signIn({ userType: 'listener' });
  const second = await earshot.signIn({ userType: 'listener' });
  await rename(first, one);
  await rename(second, other);
  for (const listener of [first, second]) await serve(listener);
  expect(await relationsOf(earshot.deps.database, first.userId)).toEqual(
    related ? [expect.objectContaining({ id: second.userId, shares: ['mailbox'] })] : [],
  );
});

test('strangers on one network on one day appear together, but are not related by that alone', async () => {
  const first = await earshot.signIn({ userType: 'listener' }, '198.51.100.7', browser('first'));
  const second = await earshot.signIn({ userType: 'listener' }, '198.51.100.200', browser('second'));
  for (const listener of [first, second]) await serve(listener);
  earshot.clock.advance(day);
  await serve(await earshot.signIn({ userType: 'listener' }, '198.51.100.9', browser('third')));
  expect(await relationsOf(earshot.deps.database, first.userId)).toMatchObject([
    { id: second.userId, shares: ['network'] },
  ]);
  expect(await hasRelation(earshot.deps.database, first.userId)).toBe(false);
});

test('scripts without a browser mark are related if they share a network', async () => {
  const first = await earshot.signIn({ userType: 'listener' }, '100.64.7.7');
  const second = await earshot.signIn({ userType: 'listener' }, '100.64.7.8');
  for (const listener of [first, second]) await serve(listener);
  expect(await relationsOf(earshot.deps.database, first.userId)).toMatchObject([
    { id: second.userId, shares: ['network', 'script'] },
  ]);
  expect(await hasRelation(earshot.deps.database, first.userId)).toBe(true);
});

test('in one IPv6 /48, accounts of different lines share the day they began and the script, and no network', async () => {
  const [first, second, later] = [
    await earshot.signIn({ userType: 'listener' }, '2001:db8:77:100::1'),
    await earshot.signIn({ userType: 'listener' }, '2001:db8:77:ff00::1'),
    await earshot.signIn({ userType: 'listener' }, '2001:db8:77:aa00::1'),
  ];
  await start(first);
  await start(second);
  await sql(owner(), 'update users set created_at = $2 where id = $1', [
    later.userId,
    new Date(earshot.clock.now().getTime() - 25 * 3600 * 1000),
  ]);
  for (const listener of [first, second, later]) await serve(listener);
  expect(await marksOf(first, 'started')).toEqual(await marksOf(second, 'started'));
  expect(await marksOf(first, 'script')).toEqual(await marksOf(second, 'script'));
  expect(await marksOf(first, 'network')).not.toEqual(await marksOf(second, 'network'));
  expect(await marksOf(later, 'started')).toEqual([]);
});

test('a destination confirmed by two accounts relates them, an unconfirmed one does not', async () => {
  const [first, second, third] = [
    await earshot.signIn({ userType: 'listener' }),
    await earshot.signIn({ userType: 'listener' }),
    await earshot.signIn({ userType: 'listener' }),
  ];
  const payTo = (user: ApiUser, confirmedAt: Date | null) =>
    sql(
      owner(),
      `insert into payees (user_id, method, country, details_encrypted, destination_mark, masked, confirmed_at)
       values ($1, 'local', 'US', '\\x00', '\\x0425', 'A place', $2)`,
      [user.userId, confirmedAt],
    );
  await payTo(first, earshot.clock.now());
  await payTo(second, earshot.clock.now());
  await payTo(third, null);
  expect(await relationsOf(earshot.deps.database, second.userId)).toMatchObject([
    { id: first.userId, shares: ['payee'] },
  ]);
  expect(await hasRelation(earshot.deps.database, third.userId)).toBe(false);
});

test('evidence is deleted after 180 days, and that of a deleted account a year after the deletion', async () => {
  const stays = await earshot.signIn({ userType: 'listener' }, '192.0.2.7', browser('two'));
  const leaves = await earshot.signIn({ userType: 'listener' }, '192.0.2.8', browser('two'));
  for (const listener of [stays, leaves]) await serve(listener);
  await sql(owner(), 'update users set password_hash = $2 where id = $1', [
    leaves.userId,
    await hashPassword(password),
  ]);
  const wish = { password, confirmation: 'DELETE' as const, forfeitCents: cents(0) };
  expect((await leaves.call(api.personalData.deleteAccount, { body: wish })).status).toBe(200);

  earshot.clock.advance(180 * day);
  await sweepEvidence(earshot.deps);
  expect(await kindsOf(stays)).toHaveLength(4);
  expect(await hasRelation(earshot.deps.database, stays.userId)).toBe(true);
  earshot.clock.advance(day);
  await sweepEvidence(earshot.deps);
  expect(await kindsOf(stays)).toEqual([]);
  expect(await kindsOf(leaves)).toHaveLength(4);
  earshot.clock.advance(185 * day);
  await sweepEvidence(earshot.deps);
  expect(await kindsOf(leaves)).toEqual([]);
});
