import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { settleSuspended } from '#server/operation/admin/suspend-users.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { aPayee, completeApproved, readsPayout, toldProvider } from '#tests/support/people/payouts.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aReview } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

// Admins who lose the role, or are suspended, after they decided.

let earshot: Earshot;
let admin: ApiUser;
let boss: ApiUser;
let listener: ApiUser;
let payoutId: string;
beforeAll(async () => {
  earshot = await startEarshot({}, { transferProviders: [toldProvider()] });
});
beforeEach(async () => {
  admin = await earshot.signIn({ admin: true });
  boss = await earshot.signIn({ admin: true });
  listener = await earshot.signIn({ userType: 'listener' });
  await earnedBy(earshot, listener.userId, 34);
  await aPayee(earshot, listener.userId, { method: 'bank', iban: `DE${randomUUID()}` });
  const asked = await listener.get(api.wallet.requestPayout, {
    body: {},
    idempotencyKey: randomUUID(),
  });
  payoutId = asked.id;
});
afterAll(async () => {
  expect(await sql(owner(), 'select * from ledger.audit()')).toEqual([]);
  await earshot.close();
});

const owner = () => earshot.testDatabase.ownerDatabase;
const approve = async (by: ApiUser) => {
  await readsPayout(by, payoutId);
  return by.get(api.admin.decidePayout, {
    params: { payoutId },
    body: { status: 'completed' },
    idempotencyKey: randomUUID(),
  });
};
const statusOf = async (table: 'payout_requests' | 'reviews', id: string) =>
  (await sqlRow(owner(), `select status from ${table} where id = $1`, [id])).status;
const suspend = ({ userId }: ApiUser) =>
  boss.get(api.admin.setSuspension, { params: { userId }, body: { suspended: true, reason: 'For a test.' } });
const demote = ({ userId }: ApiUser) => sql(owner(), 'delete from user_roles where user_id = $1', [userId]);
const acts = async () =>
  (
    await sql(
      owner(),
      `select event, actor_id, details->>'stopped' as stopped from auth_audit
        where user_id = $1 and event ~ '^(payout|review)_' order by id`,
      [listener.userId],
    )
  ).map(({ event, actor_id, stopped }) => [event, actor_id, stopped]);

describe.each([
  ['loses the role', demote],
  ['is suspended', suspend],
] as const)('if the admin %s within the ten seconds', (_, end) => {
  test('the approval ends, and Activity says so', async () => {
    await approve(admin);
    await end(admin);
    await completeApproved(earshot);
    expect(await statusOf('payout_requests', payoutId)).toBe('pending');
    expect(await acts()).toEqual([['payout_approval_ended', admin.userId, 'not_admin']]);
    await approve(boss);
    await completeApproved(earshot);
    expect(await statusOf('payout_requests', payoutId)).toBe('completed');
  });

  test('their cluster is settled all the same, in no one’s name', async () => {
    const { id } = await aReview(owner(), { listenerId: listener.userId });
    await approve(boss);
    await suspend(listener);
    await end(admin);
    const settled = { userId: listener.userId, actorId: admin.userId, reason: 'They act together.' };
    await settleSuspended(earshot.deps, settled);
    await settleSuspended(earshot.deps, settled);
    expect(await statusOf('payout_requests', payoutId)).toBe('rejected');
    expect(await statusOf('reviews', id)).toBe('rejected');
    expect(await acts()).toEqual([
      ['payout_approval_undone', null, null],
      ['payout_rejected', null, null],
      ['review_rejected', null, null],
    ]);
  });
});

test('a cluster is not settled in anyone’s name after its suspension was lifted', async () => {
  await demote(admin);
  await settleSuspended(earshot.deps, { userId: listener.userId, actorId: admin.userId, reason: 'A ring.' });
  expect(await statusOf('payout_requests', payoutId)).toBe('pending');
});

test('the ledger rejects nothing without an admin unless the listener is suspended', async () => {
  const reject = "select outcome from ledger.decide_payout($1, null, 'rejected', 'No admin.')";
  const undo = 'select outcome from ledger.undo_approval($1, null)';
  expect(await sqlRow(earshot.deps.database, reject, [payoutId])).toEqual({ outcome: 'not_admin' });
  expect(await sqlRow(earshot.deps.database, undo, [payoutId])).toEqual({ outcome: 'not_admin' });
});

test('a payout with a first approval can be rejected without an admin', async () => {
  await sql(
    owner(),
    'update payout_requests set first_approved_by = $2, first_approved_at = now() where id = $1',
    [payoutId, boss.userId],
  );
  await suspend(listener);
  await demote(admin);
  await settleSuspended(earshot.deps, { userId: listener.userId, actorId: admin.userId, reason: 'A ring.' });
  expect(await statusOf('payout_requests', payoutId)).toBe('rejected');
});

test('a second approval of the same payout returns the time at which it is really completed', async () => {
  const { completesAt } = await approve(admin);
  earshot.clock.advance(8);
  expect((await approve(boss)).completesAt).toBe(completesAt);
});

test('a payout that cannot be completed does not block those behind it', async () => {
  const blocked = payoutId;
  await approve(admin);
  earshot.clock.advance(1);
  await sql(
    owner(),
    `create function blocks() returns trigger language plpgsql as
       $$ begin raise exception 'This one fails'; end $$`,
  );
  await sql(
    owner(),
    `create trigger blocks before update on payout_requests for each row
       when (old.id = '${blocked}') execute function blocks()`,
  );
  const other = await earshot.signIn({ userType: 'listener' });
  await earnedBy(earshot, other.userId, 34);
  payoutId = (await other.get(api.wallet.requestPayout, { body: {}, idempotencyKey: randomUUID() })).id;
  await approve(admin);
  await expect(completeApproved(earshot)).rejects.toBeInstanceOf(AggregateError);
  expect(await statusOf('payout_requests', payoutId)).toBe('completed');
  expect(await statusOf('payout_requests', blocked)).toBe('pending');
  await sql(owner(), 'drop trigger blocks on payout_requests');
  await completeApproved(earshot);
  expect(await statusOf('payout_requests', blocked)).toBe('completed');
});
