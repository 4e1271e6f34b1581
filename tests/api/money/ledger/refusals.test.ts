import { afterAll, beforeAll, expect, test } from 'vitest';
import { alarmsOf } from '#tests/support/people/alarms.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/world/database.ts';
import { isTestersServer } from '#tests/support/world/database-cluster.ts';
import { aListener, anAdmin, aReview } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';
import { approve, request, setReward } from './ledger-calls.ts';

let db: TestDatabase;
let review: string;
let listener: string;
let payout: unknown;

beforeAll(async () => {
  db = await createTestDatabase();
  await setReward(db.ownerDatabase, 700);
  listener = await aListener(db.ownerDatabase);
  review = (await aReview(db.ownerDatabase, { listenerId: listener })).id;
  await approve(db.database, review);
  payout = (await request(db.database, listener)).payout_id;
});
afterAll(() => db.drop());

/** The tests connect as the administrator working as earshot_app; here the session is really that role's. */
const asServer = (statement: string) =>
  db.database.transaction(async (transaction) => {
    await sql(transaction, 'set local session authorization earshot_app');
    return sql(transaction, statement);
  });

test('the server can read the ledger, the requests and the balances', async () => {
  await asServer('select 1 from ledger.accounts, ledger.transactions, ledger.postings, ledger.rates');
  await asServer('select 1 from ledger.halts, payout_requests');
  expect(await asServer('select * from listener_balances')).toEqual([
    { listener_id: listener, available_cents: 0, pending_cents: 700 },
  ]);
});

test.each([
  "update ledger.accounts set balance_cents = 100000 where kind = 'available'",
  "insert into ledger.accounts (kind) values ('corrections')",
  'insert into ledger.postings (transaction_id, account_id, amount_cents) values (1, 1, 5)',
  "insert into ledger.transactions (kind, source_id, posting_count, gross_cents) values ('reward', gen_random_uuid(), 2, 15)",
  'update ledger.postings set amount_cents = 1',
  'delete from ledger.postings',
  'truncate ledger.postings, ledger.transactions',
  'update ledger.rates set reward_cents = 1500',
  'update ledger.halts set lifted_at = now()',
  'delete from ledger.halts',
  'select from ledger.accounts for update',
  "update reviews set status = 'approved'",
  'update reviews set earned_cents = 1500',
  'update reviews set decided_at = null',
  'delete from reviews',
  "update payout_requests set status = 'completed'",
  'update payout_requests set amount_cents = 100000',
  'insert into payout_requests (listener_id, amount_cents, request_key) select user_id, 500, user_id from profiles',
  'delete from payout_requests',
  'truncate payout_requests',
  'update profiles set total_earnings_cents = 100000',
  'update profiles set reviews_completed = 1000',
  "insert into user_roles (user_id, role) select user_id, 'admin' from profiles",
  "select ledger.post('reward', gen_random_uuid(), null, null, null, array[1, 2], array[-15, 15])",
  'select ledger.lock_wallet(user_id) from profiles',
  'select ledger.is_admin(user_id) from profiles',
  "select ledger.post_credit('reward', gen_random_uuid(), null, null, null, 1, null, 15)",
  'select ledger.post_correction(null, null)',
  'update ledger.corrections set amount_cents = 100000',
  'insert into ledger.test_grants (listener_id, amount_cents, granted_by, request_key) select user_id, 1500, user_id, user_id from profiles',
  "insert into ledger.audit_runs (findings) values ('[]')",
  'delete from payout_export_lines',
  "select ledger.set_second_admin('payouts', null)",
  'alter table ledger.postings disable trigger all',
  'create table ledger.mine ()',
  ...(isTestersServer ? [] : ['set session authorization earshot_owner']),
])('the server cannot run: %s', async (statement) => {
  await expect(asServer(statement)).rejects.toThrow(/permission denied|must be owner/);
});

test.each([
  'update ledger.postings set amount_cents = amount_cents',
  'delete from ledger.postings',
  "update ledger.transactions set reason = 'because'",
  'delete from ledger.transactions where false',
  'truncate ledger.postings',
  'truncate ledger.transactions cascade',
  'delete from ledger.accounts',
  'truncate ledger.accounts cascade',
  'delete from payout_requests',
  'truncate payout_requests cascade',
  'delete from ledger.corrections',
  'update ledger.test_grants set amount_cents = 1',
  'delete from ledger.audit_runs',
  'update payout_export_lines set amount_cents = 1',
  'delete from payout_exports',
])('not even the owner of the tables can run: %s', async (statement) => {
  await expect(sql(db.ownerDatabase, statement)).rejects.toThrow('the ledger only grows');
});

test.each([
  ['update ledger.accounts set balance_cents = balance_cents + 1', 'postings only'],
  ['update ledger.accounts set listener_id = null', 'postings only'],
  [
    "insert into ledger.accounts (kind, listener_id, balance_cents, posting_count) select 'owed', user_id, -5, 1 from profiles",
    'empty',
  ],
  ['update payout_requests set amount_cents = 501', 'one decision'],
  ['update payout_requests set request_key = gen_random_uuid()', 'one decision'],
  ["update payout_requests set status = 'completed'", 'payout_requests__'],
  [
    "update payout_requests set status = 'rejected', processed_at = now(), decided_by = listener_id, decision_reason = 'x'",
    'payout_requests__own_decision',
  ],
  ['update reviews set earned_cents = 0', 'reviews__earned'],
  ['update reviews set decided_by = listener_id', 'reviews__own_decision'],
  ['update reviews set decided_by = artist_id', 'reviews__own_decision'],
  [
    'insert into ledger.rates (reward_cents, reward_xp_points, minimum_payout_cents) values (1, 1, 500)',
    'rates_pkey',
  ],
])('the tables reject, for every role: %s', async (statement, message) => {
  await expect(sql(db.ownerDatabase, statement)).rejects.toThrow(message);
});

test('a review cannot name an artist other than that of its track', async () => {
  const track = { ...(await aReview(db.ownerDatabase)).track, artistId: await anAdmin(db.ownerDatabase) };
  await expect(aReview(db.ownerDatabase, { track })).rejects.toThrow('reviews__track_artist');
});

interface Entry {
  readonly postings: readonly (readonly [
    account: 'reward_expense' | 'available' | 'pending' | 'owed',
    cents: number,
  ])[];
  readonly count?: number;
  readonly gross?: number;
  readonly source?: string;
}

/** Writes an entry by hand, as the owner of the tables could; the accounts are those of `listener`. */
async function write({ postings, count = 2, gross = 15, source }: Entry) {
  const about = source ?? (await aReview(db.ownerDatabase, { listenerId: listener })).id;
  await db.ownerDatabase.transaction(async (transaction) => {
    const [entry] = await sql(
      transaction,
      "insert into ledger.transactions (kind, source_id, posting_count, gross_cents) values ('reward', $1, $2, $3) returning id",
      [about, count, gross],
    );
    for (const [account, cents] of postings) {
      await sql(
        transaction,
        `insert into ledger.postings select $1, id, $3 from ledger.accounts
          where kind = $2 and (listener_id is null or listener_id = $4)`,
        [entry?.id, account, cents, listener],
      );
    }
  });
}

test.each<[string, Entry, string]>([
  [
    'does not sum to zero',
    {
      postings: [
        ['reward_expense', -15],
        ['available', 16],
      ],
    },
    'does not balance',
  ],
  ['has no postings', { postings: [] }, 'does not balance'],
  [
    'has more postings than its header says',
    {
      postings: [
        ['reward_expense', -15],
        ['available', 10],
        ['pending', 5],
      ],
    },
    'does not balance',
  ],
  [
    'has fewer postings than its header says',
    {
      postings: [
        ['reward_expense', -15],
        ['available', 15],
      ],
      count: 3,
    },
    'does not balance',
  ],
  [
    'moves another amount than its header says',
    {
      postings: [
        ['reward_expense', -16],
        ['available', 16],
      ],
    },
    'does not balance',
  ],
  ['has a posting of zero', { postings: [['reward_expense', 0]] }, 'postings__amount_cents'],
  [
    'takes available below zero',
    {
      postings: [
        ['reward_expense', 15],
        ['available', -15],
      ],
    },
    'accounts__floor',
  ],
  [
    'takes pending below zero',
    {
      postings: [
        ['reward_expense', 7000],
        ['pending', -7000],
      ],
      gross: 7000,
    },
    'accounts__floor',
  ],
  [
    'takes owed above zero',
    {
      postings: [
        ['reward_expense', -15],
        ['owed', 15],
      ],
    },
    'accounts__floor',
  ],
])('an entry that %s is rejected', async (_what, entry, message) => {
  await expect(write(entry)).rejects.toThrow(message);
});

test('an entry cannot pay a listener other than that of its review', async () => {
  const source = (await aReview(db.ownerDatabase)).id;
  await expect(
    write({
      postings: [
        ['reward_expense', -15],
        ['available', 15],
      ],
      source,
    }),
  ).rejects.toThrow('not about the listener');
});

test('a review is rewarded at most once, and an unknown one never', async () => {
  const postings = [
    ['reward_expense', -15],
    ['available', 15],
  ] as const;
  await expect(write({ postings, source: review })).rejects.toThrow('transactions__kind_source');
  await expect(write({ postings, source: listener })).rejects.toThrow('not about the listener');
});

test('a finished entry accepts no further postings, not even a balanced pair', async () => {
  const pair = `insert into ledger.postings (transaction_id, account_id, amount_cents)
    select entry.id, account.id, case account.kind when 'corrections' then 1 else -1 end
      from ledger.transactions entry, ledger.accounts account
     where entry.kind = 'reward' and entry.source_id = $1 and account.kind in ('corrections', 'test_funds')`;
  await expect(sql(db.ownerDatabase, pair, [review])).rejects.toThrow('does not balance');
});

test('a reversal must reverse the whole reward of the same review, once', async () => {
  const reversal = `insert into ledger.transactions (kind, source_id, reverses, posting_count, gross_cents)
    select 'reward_reversal', $2, id, 2, gross_cents - $3 from ledger.transactions where kind = 'reward' and source_id = $1`;
  await expect(sql(db.ownerDatabase, reversal, [review, listener, 0])).rejects.toThrow('same review');
  await expect(sql(db.ownerDatabase, reversal, [review, review, 1])).rejects.toThrow('same review');
});

test('a reward is paid again only by the entry that reverses its reversal, once', async () => {
  const wrong = db.ownerDatabase.transaction(async (transaction) => {
    const again = `insert into ledger.transactions (kind, source_id, reverses, posting_count, gross_cents)
      select $2, source_id, id, 2, gross_cents from ledger.transactions where kind = $1 and source_id = $3`;
    await sql(transaction, again, ['reward', 'reward_reversal', review]);
    await sql(transaction, again, ['reward_reversal', 'reward', review]);
    await sql(transaction, again, ['reward_reversal', 'reward', review]);
  });
  await expect(wrong).rejects.toThrow('transactions__reverses');
  const onItself = `insert into ledger.transactions (kind, source_id, reverses, posting_count, gross_cents)
    select kind, source_id, id, 2, gross_cents from ledger.transactions where kind = 'reward' and source_id = $1`;
  await expect(sql(db.ownerDatabase, onItself, [review])).rejects.toThrow('same review');
});

test('a payout has one decision entry, of either kind', async () => {
  const entry = `insert into ledger.transactions (kind, source_id, posting_count, gross_cents) values ($1, $2, 2, 700)`;
  const both = db.ownerDatabase.transaction(async (transaction) => {
    await sql(transaction, entry, ['payout_completion', payout]);
    await sql(transaction, entry, ['payout_rejection', payout]);
  });
  await expect(both).rejects.toThrow('transactions__payout_decision');
});

test('after all these attempts the audit still finds nothing', async () => {
  expect(await alarmsOf(db.auditDatabase)).toEqual([]);
});
