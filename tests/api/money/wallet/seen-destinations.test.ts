import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { approveByRule } from '#server/money/wallet/approve-by-rule.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { aPayee, completeApproved, readsPayout, toldProvider } from '#tests/support/people/payouts.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

// What an admin saw when approving is where the money goes, and the only thing that counts as seen.

const provider = toldProvider();
let earshot: Earshot;
let admin: ApiUser;
let listener: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot({ PAYOUT_RULE_BELOW_CENTS: '1000' }, { transferProviders: [provider] });
});
beforeEach(async () => {
  admin = await earshot.signIn({ admin: true });
  listener = await earshot.signIn({ userType: 'listener' });
  await earnedBy(earshot, listener.userId, 34);
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
const once = () => ({ idempotencyKey: randomUUID() });
const request = async () => (await listener.get(api.wallet.requestPayout, { body: {}, ...once() })).id;
const approve = async (payoutId: string, by = admin) => {
  await readsPayout(by, payoutId);
  return by.get(api.admin.decidePayout, { params: { payoutId }, body: { status: 'completed' }, ...once() });
};
const stored = (payoutId: string) =>
  sqlRow(
    owner(),
    `select request.status, travel.payee_id as payee from payout_requests request
       join payout_transfers travel on travel.payout_id = request.id where request.id = $1`,
    [payoutId],
  );
const freeze = () => sql(owner(), 'select ledger.freeze_destination($1)', [listener.userId]);
/** A confirmed destination that nothing holds; requests without one go there. */
async function confirmed(): Promise<string> {
  const payeeId = await aPayee(earshot, listener.userId, { method: 'bank', iban: `DE${randomUUID()}` });
  await freeze();
  return payeeId;
}
async function withdrawn(payeeId: string): Promise<void> {
  await sql(owner(), 'update payees set withdrawn_at = now(), replaced_at = now() where id = $1', [payeeId]);
  await freeze();
}
const doubts = async (payoutId: string) => {
  await approveByRule(earshot.deps);
  const { items } = await admin.get(api.admin.listPendingPayouts, { query: {} });
  return items.find(({ id }) => id === payoutId)?.doubts;
};
async function anotherRequest(): Promise<string> {
  await earnedBy(earshot, listener.userId, 34);
  return request();
}

test('a destination confirmed within the ten seconds receives the payout, and counts as unseen', async () => {
  const payoutId = await request();
  await approve(payoutId);
  const payee = await confirmed();
  await completeApproved(earshot);
  expect(await stored(payoutId)).toEqual({ status: 'completed', payee });
  expect(await doubts(await anotherRequest())).toContain('not_seen');
});

test('a destination that existed at the approval counts as seen', async () => {
  const payee = await confirmed();
  const payoutId = await request();
  await approve(payoutId);
  await completeApproved(earshot);
  expect(await stored(payoutId)).toEqual({ status: 'completed', payee });
  expect(await doubts(await anotherRequest())).not.toContain('not_seen');
});

test.each([
  ['withdrawn', async () => undefined],
  ['withdrawn and replaced', () => confirmed()],
])(
  'a destination that is %s within the ten seconds ends the approval, and an admin decides again',
  async (_, and) => {
    const seen = await confirmed();
    const payoutId = await request();
    await approve(payoutId);
    await withdrawn(seen);
    await and();
    await completeApproved(earshot);
    expect((await stored(payoutId)).status).toBe('pending');
    const recorded = await sqlRow(
      owner(),
      "select details from auth_audit where user_id = $1 and event = 'payout_approval_ended'",
      [listener.userId],
    );
    expect(recorded.details).toEqual({ payout: payoutId, stopped: 'destination_changed' });
    await approve(payoutId);
    await completeApproved(earshot);
    expect((await stored(payoutId)).status).toBe('completed');
  },
);
