import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { giveTestDestination } from '#server/money/payout-destinations/give-test-destination.ts';
import { judgeReview } from '#server/reviewing/reviews/judge-review.ts';
import { findClusters } from '#server/trust/linked-accounts/find-clusters.ts';
import { clusterOf, hasRelation } from '#server/trust/linked-accounts/linked-accounts.ts';
import { relateTexts } from '#server/trust/linked-accounts/record-evidence.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aReview } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot();
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
const database = () => earshot.deps.database;

async function people(count: number): Promise<ApiUser[]> {
  const signedIn: ApiUser[] = [];
  for (let i = 0; i < count; i += 1) signedIn.push(await earshot.signIn({ userType: 'listener' }));
  return signedIn;
}

const aMark = () => randomUUID().slice(0, 22);

/** Gives everybody the same mark of a kind, met now. */
async function share(kind: string, users: readonly ApiUser[], mark = aMark()): Promise<void> {
  for (const { userId } of users) {
    const now = earshot.clock.now();
    await sql(
      owner(),
      `insert into evidence (user_id, kind, day, mark, first_at, last_at) values ($1, $2, $3::timestamptz::date, $4, $3, $3)`,
      [userId, kind, now, mark],
    );
  }
}

const look = async () => {
  earshot.clock.advance(1);
  await findClusters(earshot.deps);
};
const clusterIdOf = async (user: ApiUser) => (await clusterOf(database(), user.userId))?.id;

async function aRing(count: number): Promise<ApiUser[]> {
  const ring = await people(count);
  await share('device', ring);
  await share('mailbox', ring);
  await look();
  return ring;
}

test('accounts that share two kinds of evidence form a cluster once, and it keeps its id as it grows', async () => {
  const ring = await aRing(3);
  const [first] = ring;
  const id = first && (await clusterIdOf(first));
  expect(id).toBeDefined();
  await look();
  const [another, ...strangers] = await people(3);
  if (!another) throw new Error('There is nobody.');
  await share('device', [...ring, another]);
  await share('network', [...ring, another, ...strangers]);
  await look();
  expect(await Promise.all([...ring, another].map(clusterIdOf))).toEqual([id, id, id, id]);
  expect(await Promise.all(strangers.map(clusterIdOf))).toEqual([undefined, undefined]);
  expect(await hasRelation(database(), another.userId)).toBe(true);
});

test('accounts that repeatedly send at the same seconds are related', async () => {
  const [one, other, honest] = await people(3);
  if (!one || !other || !honest) throw new Error('There is nobody.');
  for (let i = 0; i < 6; i += 1) {
    for (const [user, seconds] of [
      [one, 0],
      [other, 2],
      [honest, 40],
    ] as const) {
      const { id } = await aReview(owner(), { listenerId: user.userId });
      const at = new Date(earshot.clock.now().getTime() + seconds * 1000);
      await sql(owner(), 'update reviews set created_at = $2 where id = $1', [id, at]);
    }
    earshot.clock.advance(3600);
  }
  await share('network', [one, other, honest]);
  await look();
  const cluster = await clusterOf(database(), one.userId);
  expect(cluster).toMatchObject({ members: 2, kinds: ['moments', 'network'] });
  expect(await clusterIdOf(other)).toBe(cluster?.id);
  expect(await clusterIdOf(honest)).toBeUndefined();
});

test('sample accounts join no cluster, and their shared test payee relates no one', async () => {
  const samples = await people(2);
  await sql(owner(), "update users set email_normalized = id || '@sample.invalid' where id = any ($1)", [
    samples.map(({ userId }) => userId),
  ]);
  await share('device', samples);
  await share('mailbox', samples);
  await look();
  expect(await Promise.all(samples.map(clusterIdOf))).toEqual([undefined, undefined]);
  const others = await people(2);
  for (const { userId } of others) {
    await database().transaction((tx) => giveTestDestination(tx, earshot.deps, userId));
    expect(await hasRelation(database(), userId)).toBe(false);
  }
});

test('the author of a copied text is not related by it', async () => {
  const [author, copier] = await people(2);
  if (!author || !copier) throw new Error('There is nobody.');
  for (const _copy of ['the first, which may be chance', 'the second']) {
    expect(await hasRelation(database(), copier.userId)).toBe(false);
    const { id: reviewId } = await aReview(owner(), { listenerId: copier.userId });
    await sql(
      owner(),
      `insert into review_findings (review_id, rule, version, passed, detail, created_at)
       values ($1, 'near_equal', 1, false, 'One earlier review says the same.', $2)`,
      [reviewId, earshot.clock.now()],
    );
    const sent = { reviewId, listenerId: copier.userId, textAt: earshot.clock.now() };
    await database().transaction((tx) => relateTexts(tx, sent, [author.userId, copier.userId]));
  }
  expect(await hasRelation(database(), copier.userId)).toBe(true);
  expect(await hasRelation(database(), author.userId)).toBe(false);
});

test('one decision suspends the named accounts, rejects pending reviews and returns payouts, and can be undone', async () => {
  const ring = await aRing(3);
  const [asks, waits, leftOut] = ring;
  if (!asks || !waits || !leftOut) throw new Error('There is nobody.');
  await earnedBy(earshot, asks.userId, 34);
  await asks.get(api.wallet.requestPayout, { body: {}, idempotencyKey: randomUUID() });
  const { id: reviewId } = await aReview(owner(), { listenerId: waits.userId });
  await judgeReview(earshot.deps, reviewId);
  const [finding] = await sql(
    owner(),
    "select passed from review_findings where review_id = $1 and rule = 'cluster'",
    [reviewId],
  );
  expect(finding).toEqual({ passed: false });

  const admin = await earshot.signIn({ admin: true });
  const payouts = await admin.get(api.admin.listPendingPayouts, { query: {} });
  const id = payouts.items[0]?.cluster?.id ?? '';
  expect(payouts.items[0]).toMatchObject({ listenerId: asks.userId, cluster: { members: 3 } });
  const { items } = await admin.get(api.admin.listClusters, { query: { view: 'open' } });
  expect(items.find((entry) => entry.id === id)).toMatchObject({
    members: 3,
    kinds: ['device', 'mailbox'],
    pendingPayoutCents: 510,
  });
  const cluster = await admin.get(api.admin.readCluster, { params: { clusterId: id } });
  expect(cluster.links.map(({ kind, userIds }) => [kind, userIds.length]).toSorted()).toEqual([
    ['device', 3],
    ['mailbox', 3],
  ]);
  expect(cluster.members.every(({ kinds }) => kinds.length >= 2)).toBe(true);

  const decide = (decision: 'suspended' | 'dismissed', users: readonly ApiUser[]) =>
    admin.get(api.admin.decideCluster, {
      params: { clusterId: id },
      body: {
        decision,
        userIds: users.map(({ userId }) => userId),
        reason: 'One person with three accounts.',
      },
    });
  const { outcomes } = await decide('suspended', [asks, waits]);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
  await earshot.runJobs();
  expect((await asks.call(api.wallet.readWallet, {})).code).toBe('invalid_token');
  expect((await leftOut.call(api.wallet.readWallet, {})).status).toBe(200);
  const told = (await earshot.mailbox.list(1000)).filter(({ text }) => text.includes('three accounts'));
  const suspensions = told.filter(({ subject }) => subject === 'Your Earshot account is suspended');
  expect(suspensions.map(({ to }) => to.address).toSorted()).toEqual(
    [asks, waits].map(({ userId }) => `${userId}@example.org`).toSorted(),
  );
  const state = await sql(
    owner(),
    `select (select status from payout_requests where listener_id = $1) as payout,
       (select available_cents from listener_balances where listener_id = $1)::int as available,
       (select status from reviews where id = $2) as review`,
    [asks.userId, reviewId],
  );
  expect(state).toEqual([{ payout: 'rejected', available: 510, review: 'rejected' }]);
  const decided = await admin.get(api.admin.listClusters, { query: { view: 'decided' } });
  expect(decided.items[0]).toMatchObject({ id, decision: 'suspended' });

  await decide('dismissed', ring);
  const suspended = await sql(
    owner(),
    'select id from users where suspended_at is not null and id = any ($1)',
    [ring.map(({ userId }) => userId)],
  );
  expect(suspended).toEqual([]);
  expect(await hasRelation(database(), leftOut.userId)).toBe(true);
});

test('an admin cannot decide a cluster that contains their account, or affect accounts outside it', async () => {
  const admin = await earshot.signIn({ admin: true });
  const ring = [admin, ...(await people(2))];
  await share('device', ring);
  await share('mailbox', ring);
  await look();
  const clusterId = (await clusterIdOf(admin)) ?? '';
  const body = {
    decision: 'dismissed' as const,
    userIds: [ring[1]?.userId ?? ''],
    reason: 'Friends.',
  };
  expect((await admin.get(api.admin.readCluster, { params: { clusterId } })).isOwn).toBe(true);
  expect((await admin.call(api.admin.decideCluster, { params: { clusterId }, body })).code).toBe(
    'own_decision',
  );
  const other = await earshot.signIn({ admin: true });
  const [stranger] = await people(1);
  const named = { ...body, userIds: [stranger?.userId ?? ''] };
  expect((await other.call(api.admin.decideCluster, { params: { clusterId }, body: named })).code).toBe(
    'not_found',
  );
});

test('a dismissed cluster stays dismissed until it has grown by half', async () => {
  const ring = await aRing(4);
  const [first] = ring;
  if (!first) throw new Error('There is nobody.');
  const clusterId = (await clusterIdOf(first)) ?? '';
  const admin = await earshot.signIn({ admin: true });
  await admin.get(api.admin.decideCluster, {
    params: { clusterId },
    body: { decision: 'dismissed', userIds: ring.map(({ userId }) => userId), reason: 'A choir.' },
  });
  const grown = [...ring, ...(await people(2))];
  await share('device', grown);
  await share('mailbox', grown);
  await look();
  expect(await clusterOf(database(), first.userId)).toMatchObject({ members: 6, decision: 'dismissed' });
  const more = [...grown, ...(await people(1))];
  await share('device', more);
  await share('mailbox', more);
  await look();
  expect(await clusterOf(database(), first.userId)).toMatchObject({
    id: clusterId,
    members: 7,
    decision: null,
  });
});
