import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { PayoutDoubt } from '#contract/money/wallet/payout-doubts.ts';
import { approveByRule } from '#server/money/wallet/approve-by-rule.ts';
import { approvePayout } from '#server/money/wallet/approve-payout.ts';
import { readConfig } from '#server/settings/config.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { aPayee, completeApproved, readsPayout, toldProvider } from '#tests/support/people/payouts.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let admin: ApiUser;
let listener: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot({ PAYOUT_RULE_BELOW_CENTS: '1000' }, { transferProviders: [toldProvider()] });
});
beforeEach(async () => {
  // What earlier tests left to people is theirs for good.
  await sql(owner(), "update payout_rule_findings set doubts = '{taken_back}'");
  admin = await earshot.signIn({ admin: true });
  listener = await aListener();
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
const once = () => ({ idempotencyKey: randomUUID() });
const look = () => approveByRule(earshot.deps);

/** A listener whom nothing speaks against: a person has approved a first payout. */
async function aListener(reviews = 34): Promise<ApiUser> {
  const user = await aNewcomer();
  await earned(user, 34, 31);
  expect((await decide(await request(user), 'completed')).status).toBe(200);
  await completeApproved(earshot);
  await earned(user, reviews, 31);
  return user;
}

/** Somebody with a destination, who has not been paid yet. */
async function aNewcomer(): Promise<ApiUser> {
  const user = await earshot.signIn({ userType: 'listener' });
  await aPayee(earshot, user.userId, { method: 'bank', iban: `DE${randomUUID()}` });
  return user;
}

/** Rewards from artists who first paid so many days ago; null: never. */
async function earned({ userId }: ApiUser, reviews: number, paidDaysAgo: number | null): Promise<void> {
  await earnedBy(earshot, userId, reviews);
  if (paidDaysAgo === null) return;
  await sql(
    owner(),
    `insert into billing_payments (id, subscription_id, user_id, amount_cents, currency, period_start, period_end, paid_at)
     select gen_random_uuid(), 'sub', artist_id, 1000, 'usd', now(), now(), $2::timestamptz - $3 * interval '1 day'
       from reviews where listener_id = $1
        and not exists (select from billing_payments paid where paid.user_id = artist_id)`,
    [userId, earshot.clock.now(), paidDaysAgo],
  );
}

const request = async (user = listener) =>
  (await user.get(api.wallet.requestPayout, { body: {}, ...once() })).id;
const decide = async (payoutId: string, status: 'completed' | 'rejected') => {
  await readsPayout(admin, payoutId);
  return admin.call(api.admin.decidePayout, {
    params: { payoutId },
    body: status === 'completed' ? { status } : { status, reason: 'The reviews are copies.' },
    ...once(),
  });
};
const cancel = (payoutId: string) =>
  listener.get(api.wallet.cancelPayout, { params: { payoutId }, body: {}, ...once() });
const undo = (payoutId: string) =>
  admin.get(api.admin.undoPayoutApprovals, { body: { payoutIds: [payoutId] } });
const listed = async (payoutId: string) =>
  (await admin.get(api.admin.listPendingPayouts, { query: {} })).items.find(({ id }) => id === payoutId);
const stored = (payoutId: string) =>
  sqlRow(owner(), 'select status, by_rule, decided_by from payout_requests where id = $1', [payoutId]);
const recorded = async (user = listener) =>
  (
    await sql(
      owner(),
      "select event, actor_id from auth_audit where user_id = $1 and event like 'payout%' order by id",
      [user.userId],
    )
  )
    // Behind the first payout, which a person has approved.
    .slice((await isSeen(user)) ? 1 : 0)
    .map(({ event, actor_id }) => [event, actor_id]);
const isSeen = async ({ userId }: ApiUser) =>
  (
    await sql(
      owner(),
      "select from payout_requests where listener_id = $1 and status = 'completed' and decided_by is not null",
      [userId],
    )
  ).length > 0;
const peopleHaveRead = () =>
  sql(
    owner(),
    `insert into readings (kind, review_id, listener_id, asked_at, read_at, read_by)
     select 'spot', id, listener_id, $2, $2, $3 from reviews where listener_id = $1 limit 3`,
    [listener.userId, earshot.clock.now(), admin.userId],
  );
const approveNow = async (payoutId: string) =>
  (
    await earshot.testDatabase.database.transaction((tx) =>
      approvePayout(tx, { payoutId, approvedBy: null }, earshot.clock.now()),
    )
  ).outcome;
const suspend = (user = listener) =>
  sql(owner(), 'update users set suspended_at = $2 where id = $1', [user.userId, earshot.clock.now()]);
const stopPayouts = (user = listener) =>
  sql(
    owner(),
    `insert into payout_holds (user_id, held_until, held_for, stopped_at) values ($1, $2, 'changed_destination', $2)
     on conflict (user_id) do update set stopped_at = excluded.stopped_at`,
    [user.userId, earshot.clock.now()],
  );

test('the rule approves nothing by default, because no amount is set', async () => {
  expect(readConfig({}).payouts.ruleBelowCents).toBe(0);
  const payoutId = await request();
  await approveByRule({ ...earshot.deps, config: readConfig({}) });
  expect(await listed(payoutId)).toMatchObject({ completesAt: null, isByRule: false, doubts: [] });
});

test('a payout without doubts is approved by rule, completed after ten seconds, and recorded so', async () => {
  const payoutId = await request();
  await look();
  expect(await listed(payoutId)).toMatchObject({ isByRule: true, doubts: [], firstApprovedBy: null });
  expect(await stored(payoutId)).toMatchObject({ status: 'pending' });
  await completeApproved(earshot);
  expect(await stored(payoutId)).toEqual({ status: 'completed', by_rule: true, decided_by: null });
  expect(await recorded()).toEqual([['payout_approved_by_rule', null]]);
});

test('a first payout is left to admins; once one is approved, later ones to the same destination are not', async () => {
  const user = await aNewcomer();
  await earned(user, 34, 31);
  const first = await request(user);
  await look();
  expect(await listed(first)).toMatchObject({
    completesAt: null,
    isByRule: false,
    doubts: ['not_seen', 'unread'],
  });
  await decide(first, 'completed');
  await completeApproved(earshot);
  await earned(user, 34, 31);
  const second = await request(user);
  await look();
  expect(await listed(second)).toMatchObject({ isByRule: true, doubts: [] });
  await completeApproved(earshot);
  await sql(owner(), 'update payees set replaced_at = now() where user_id = $1', [user.userId]);
  await aPayee(earshot, user.userId, { method: 'bank', iban: `DE${randomUUID()}` });
  await earned(user, 34, 31);
  const elsewhere = await request(user);
  await look();
  expect(await listed(elsewhere)).toMatchObject({ isByRule: false, doubts: ['not_seen'] });
});

const leftToPeople: readonly (readonly [string, PayoutDoubt, () => Promise<unknown>])[] = [
  [
    'an amount that is not below the setting',
    'amount',
    async () => {
      listener = await aListener(67);
    },
  ],
  [
    'a New listener',
    'standing',
    () =>
      sql(
        owner(),
        `insert into standings (listener_id, standing, approved, approved_days, recent_decided, recent_approved,
           recent_copied, recent_reversed, computed_at) values ($1, 'new', 1, 1, 1, 1, 0, 0, now())`,
        [listener.userId],
      ),
  ],
  [
    'a listener whose destination is that of another account',
    'related',
    async () => {
      const other = await earshot.signIn({ userType: 'listener' });
      await sql(
        owner(),
        `insert into payees (user_id, method, country, destination_mark, masked, confirmed_at)
         select $1, method, country, destination_mark, masked, confirmed_at from payees where user_id = $2`,
        [other.userId, listener.userId],
      );
    },
  ],
  [
    'a listener without a destination',
    'destination',
    async () => {
      listener = await earshot.signIn({ userType: 'listener' });
      await earned(listener, 34, 31);
      await peopleHaveRead();
    },
  ],
  [
    'a listener whose destination is younger than 72 hours',
    'destination',
    async () => {
      listener = await earshot.signIn({ userType: 'listener' });
      await earned(listener, 34, 31);
      await peopleHaveRead();
      await sql(
        owner(),
        `insert into payees (user_id, method, country, destination_mark, masked, confirmed_at)
         values ($1, 'bank', 'DE', $2, 'DE •••• 3000', $3::timestamptz - interval '71 hours')`,
        [listener.userId, randomBytes(32), earshot.clock.now()],
      );
    },
  ],
  ['a listener who pressed the stop link', 'held', () => stopPayouts()],
  [
    'a listener whose account changed a moment ago',
    'held',
    () =>
      sql(
        owner(),
        "insert into payout_holds (user_id, held_until, held_for) values ($1, $2, 'changed_email')",
        [listener.userId, new Date(earshot.clock.now().getTime() + 3600_000)],
      ),
  ],
  [
    'a payout of which more than half was earned from artists who have paid nothing',
    'artists',
    async () => {
      listener = await aListener(20);
      await earned(listener, 21, null);
    },
  ],
  [
    'a payout of which more than half was earned from artists whose first payment is younger than 30 days',
    'artists',
    async () => {
      listener = await aListener(0);
      await earned(listener, 34, 29);
    },
  ],
  [
    'a payout of which more than half was earned from artists who had a payment refunded',
    'artists',
    () => reversed('refund', 'succeeded'),
  ],
  [
    'a payout of which more than half was earned from artists who have a disputed payment',
    'artists',
    () => reversed('dispute', 'open'),
  ],
  [
    'a listener whose last payout was rejected',
    'refused_before',
    async () => {
      expect((await decide(await request(), 'rejected')).status).toBe(200);
    },
  ],
];

const reversed = (kind: string, status: string) =>
  sql(
    owner(),
    `insert into billing_reversals (id, payment_id, kind, amount_cents, currency, status, happened_at)
     select gen_random_uuid(), paid.id, $2, 1000, 'usd', $3, now() from billing_payments paid
      where paid.user_id in (select artist_id from reviews where listener_id = $1)`,
    [listener.userId, kind, status],
  );

test.each(leftToPeople)('%s is left to admins, and the page says why: %s', async (_, doubt, change) => {
  await change();
  const payoutId = await request();
  await look();
  expect(await listed(payoutId)).toMatchObject({ completesAt: null, isByRule: false, doubts: [doubt] });
  await look();
  expect(await recorded()).toEqual(doubt === 'refused_before' ? [['payout_rejected', admin.userId]] : []);
});

test('exactly half from artists who have not paid raises no doubt, nor does a won dispute', async () => {
  listener = await aListener(20);
  await reversed('dispute', 'won');
  await earned(listener, 20, null);
  const payoutId = await request();
  await look();
  expect(await listed(payoutId)).toMatchObject({ isByRule: true });
});

test('only earnings in this payout count toward the artists doubt', async () => {
  await request();
  await earned(listener, 34, null);
  const payoutId = await request();
  await look();
  expect(await listed(payoutId)).toMatchObject({ completesAt: null, doubts: ['artists'] });
});

test.each([
  ['not paid', null, ['artists']],
  ['paid', 31, []],
] as const)(
  'money of a request canceled after a later one counts as from its own artists, who have %s',
  async (_name, paidDaysAgo, doubts) => {
    listener = await aListener(0);
    await earned(listener, 34, paidDaysAgo);
    const canceled = await request();
    await earned(listener, 34, null);
    await request();
    await cancel(canceled);
    const again = await request();
    await look();
    expect(await listed(again)).toMatchObject({ isByRule: doubts.length === 0, doubts });
  },
);

test('after a payout was returned, the rule looks at all of the money, not only at what was earned since', async () => {
  listener = await aListener();
  const returned = await request();
  await decide(returned, 'completed');
  await completeApproved(earshot);
  await admin.get(api.books.returnPayout, {
    params: { payoutId: returned },
    body: { reason: 'The bank sent the money back.' },
    ...once(),
  });
  await earned(listener, 20, 31);
  const again = await request();
  await look();
  // Had it lost sight of the returned money, that would count as from artists who have not paid.
  expect((await listed(again))?.doubts).toEqual(['refused_before']);
});

test('a rejection counts until an admin approves, even if a later request was completed before it', async () => {
  const first = await request();
  await earned(listener, 34, 31);
  await decide(await request(), 'completed');
  await completeApproved(earshot);
  await decide(first, 'rejected');
  const again = await request();
  await look();
  expect((await listed(again))?.doubts).toContain('refused_before');
});

test('once an admin approves an earlier request after a rejection, the rule approves again', async () => {
  const first = await request();
  await earned(listener, 34, 31);
  await decide(await request(), 'rejected');
  await decide(first, 'completed');
  await completeApproved(earshot);
  const again = await request();
  await look();
  expect(await listed(again)).toMatchObject({ isByRule: true, doubts: [] });
});

test('a payout left to admins is checked again, and approved once no doubt remains', async () => {
  await stopPayouts();
  const payoutId = await request();
  await look();
  await sql(owner(), 'update payout_holds set stopped_at = null where user_id = $1', [listener.userId]);
  await look();
  expect(await listed(payoutId)).toMatchObject({ completesAt: null, doubts: ['held'] });
  earshot.clock.advance(600);
  await look();
  admin = await earshot.signInAgain(admin.userId);
  expect(await listed(payoutId)).toMatchObject({ isByRule: true, doubts: [] });
});

test('after an admin undoes an approval by rule, the payout is left to admins', async () => {
  const payoutId = await request();
  await look();
  expect((await undo(payoutId)).outcomes).toEqual([{ id: payoutId, outcome: 'done' }]);
  earshot.clock.advance(600);
  await look();
  await completeApproved(earshot);
  admin = await earshot.signInAgain(admin.userId);
  expect(await listed(payoutId)).toMatchObject({ completesAt: null, doubts: ['taken_back'] });
  expect((await decide(payoutId, 'completed')).status).toBe(200);
  await completeApproved(earshot);
  expect(await stored(payoutId)).toEqual({ status: 'completed', by_rule: false, decided_by: admin.userId });
});

test('canceling and requesting again does not clear the doubt of an undone approval; only an admin’s approval does', async () => {
  const first = await request();
  await look();
  await undo(first);
  await cancel(first);
  const again = await request();
  await look();
  expect(await listed(again)).toMatchObject({ completesAt: null, doubts: ['refused_before'] });
  const { outcome } = await earshot.deps.database.transaction((tx) =>
    approvePayout(tx, { payoutId: again, approvedBy: null }, earshot.clock.now()),
  );
  expect(outcome).toBe('left_to_people');
  await decide(again, 'completed');
  await completeApproved(earshot);
  await earned(listener, 34, 31);
  const later = await request();
  await look();
  expect(await listed(later)).toMatchObject({ isByRule: true, doubts: [] });
});

test.each<[string, number, PayoutDoubt[]]>([
  ['before', -1, []],
  ['after', 1, ['not_seen']],
])(
  'an approval counts as having seen a destination only if it was confirmed by then: %s',
  async (when, at, doubts) => {
    const user = await earshot.signIn({ userType: 'listener' });
    const confirm = () =>
      sql(
        owner(),
        `insert into payees (user_id, method, country, destination_mark, masked, confirmed_at)
       values ($1, 'bank', 'DE', $2, 'DE •••• 3000', now() + $3 * interval '1 second')`,
        [user.userId, randomBytes(32), at],
      );
    if (when === 'before') await confirm();
    await earned(user, 34, 31);
    expect((await decide(await request(user), 'completed')).status).toBe(200);
    await completeApproved(earshot);
    if (when === 'after') await confirm();
    earshot.clock.advance(73 * 3600);
    admin = await earshot.signInAgain(admin.userId);
    await earned(user, 34, 31);
    const payoutId = await request(await earshot.signInAgain(user.userId));
    await look();
    expect(await listed(payoutId)).toMatchObject({ isByRule: doubts.length === 0, doubts });
  },
);

test('the first of two approvals leaves a payout to admins', async () => {
  const payoutId = await request();
  await sql(
    owner(),
    'update payout_requests set first_approved_by = $2, first_approved_at = now() where id = $1',
    [payoutId, admin.userId],
  );
  await look();
  expect(await listed(payoutId)).toMatchObject({ completesAt: null });
});

test('if an admin and the rule approve at the same time one counts, and the payout is completed once', async () => {
  for (let round = 0; round < 6; round += 1) {
    const user = await aListener();
    const payoutId = await request(user);
    await Promise.all([look(), decide(payoutId, 'completed'), look()]);
    await completeApproved(earshot);
    const { status, by_rule: byRule, decided_by: decidedBy } = await stored(payoutId);
    expect({ status, byRule }).toEqual({ status: 'completed', byRule: decidedBy === null });
    expect(await recorded(user)).toHaveLength(1);
  }
});

test('only one of a simultaneous rejection and approval by rule succeeds', async () => {
  for (let round = 0; round < 6; round += 1) {
    const user = await aListener();
    const payoutId = await request(user);
    const [, rejection] = await Promise.all([look(), decide(payoutId, 'rejected')]);
    await completeApproved(earshot);
    expect((await stored(payoutId)).status).toBe(rejection.status === 200 ? 'rejected' : 'completed');
  }
});

test.each([
  ['a suspension', () => suspend()],
  ['the stop link', () => stopPayouts()],
  [
    'a withdrawn destination',
    () =>
      sql(owner(), 'update payees set withdrawn_at = now(), replaced_at = now() where user_id = $1', [
        listener.userId,
      ]),
  ],
])(
  '%s within the ten seconds ends an approval by rule, and the request is left to admins',
  async (_, happens) => {
    const payoutId = await request();
    await look();
    expect(await listed(payoutId)).toMatchObject({ isByRule: true });
    await happens();
    await completeApproved(earshot);
    expect(await stored(payoutId)).toMatchObject({ status: 'pending' });
    expect(await recorded()).toEqual([['payout_approval_ended', null]]);
    earshot.clock.advance(600);
    await look();
    await completeApproved(earshot);
    expect(await stored(payoutId)).toMatchObject({ status: 'pending' });
  },
);

test.each([
  ['a suspension', () => suspend()],
  ['the stop link', () => stopPayouts()],
])('%s at the same time as the rule: no approval after it completes a payout', async (_, happens) => {
  for (let round = 0; round < 4; round += 1) {
    listener = await aListener();
    const payoutId = await request();
    await Promise.all([look(), happens()]);
    await completeApproved(earshot);
    expect(await stored(payoutId)).toMatchObject({ status: 'pending' });
  }
});

test('the database itself blocks approvals by rule that belong to admins', async () => {
  const payoutId = await request();
  await suspend();
  const { outcome } = await earshot.deps.database.transaction((tx) =>
    approvePayout(tx, { payoutId, approvedBy: null }, earshot.clock.now()),
  );
  expect(outcome).toBe('left_to_people');
});

test('a listener who owes money is left to an admin', async () => {
  const payoutId = await request();
  const { id } = await sqlRow(owner(), 'select id from reviews where listener_id = $1 limit 1', [
    listener.userId,
  ]);
  const body = { reason: 'The text of another review.' };
  await admin.get(api.books.reverseReview, { params: { reviewId: String(id) }, body, ...once() });
  await look();
  expect(await listed(payoutId)).toMatchObject({ completesAt: null, doubts: ['owed'] });
});

test('the rule approves nothing of a listener before people have read three reviews, nor after they found nothing in one', async () => {
  await sql(owner(), 'delete from readings where listener_id = $1', [listener.userId]);
  const payoutId = await request();
  await look();
  expect(await listed(payoutId)).toMatchObject({ isByRule: false, doubts: ['unread'] });
  expect(await approveNow(payoutId)).toBe('left_to_people');
  // Whoever opens it may still withhold it.
  await readsPayout(admin, payoutId);
  expect(await approveNow(payoutId)).toBe('left_to_people');
  await sql(owner(), 'delete from readings where listener_id = $1', [listener.userId]);
  await peopleHaveRead();
  expect(await approveNow(payoutId)).toBe('done');
  await undo(payoutId);
  await sql(
    owner(),
    'update readings set says_nothing = true where id = (select id from readings where listener_id = $1 limit 1)',
    [listener.userId],
  );
  await sql(owner(), 'delete from payout_rule_findings where payout_id = $1', [payoutId]);
  expect(await approveNow(payoutId)).toBe('left_to_people');
  await look();
  expect((await listed(payoutId))?.doubts).toContain('says_nothing');
});
