import { randomBytes, randomUUID } from 'node:crypto';
import { strFromU8 } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { hashPassword } from '#server/identity/passwords/password-hash.ts';
import { goodPassword as password } from '#tests/support/people/accounts.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { exportOf } from '#tests/support/people/exporting.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aReview, aTrack } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

interface Fate {
  /** The file of the export that holds it, or why none does. */
  readonly exported: `${string}.json` | `${string}.csv` | `left out: ${string}`;
  /** The column that says whose rows go with the account, or why rows stay. */
  readonly deleted: `gone by ${string}` | `stays: ${string}`;
}

const secret = 'left out: a secret, kept only as a hash or encrypted';
const derived = 'left out: counted from plays and reviews of other people';
const operation = 'left out: how the product runs, of nobody';
const withoutName = 'stays: says nothing of the person once user and profile are emptied';
const counted = 'stays: sums that name nobody';
const ledger = 'stays: the ledger is never rewritten';

/** What export and deletion do with each table. A new table needs a row here, and a decision. */
const fates: Readonly<Record<string, Fate>> = {
  'public.users': { exported: 'account.json', deleted: 'stays: emptied, others refer to it' },
  'public.profiles': { exported: 'account.json', deleted: 'stays: emptied, others refer to it' },
  'public.notices': { exported: 'notices.json', deleted: 'gone by user_id' },
  'public.notices_switched_off': { exported: 'account.json', deleted: 'gone by user_id' },
  'public.review_allowances': { exported: 'plan.json', deleted: withoutName },
  'public.given_back': { exported: 'plan.json', deleted: withoutName },
  'public.queue_supply': { exported: operation, deleted: 'stays: names nobody' },
  'public.free_budgets': { exported: operation, deleted: 'stays: names nobody' },
  'public.upload_limits': { exported: 'account.json', deleted: withoutName },
  'public.checkouts': {
    exported: 'left out: names a page of the provider that can be paid for a day',
    deleted: 'gone by user_id',
  },
  'public.artist_subscriptions': { exported: 'plan.json', deleted: 'stays: ended, the billing refers to it' },
  'public.sessions': { exported: 'sessions.json', deleted: 'stays: ended and emptied' },
  'public.auth_audit': { exported: 'account-events.json', deleted: 'stays: only time shortens this record' },
  'public.factors': { exported: 'account.json', deleted: 'gone by user_id' },
  'public.recovery_codes': { exported: secret, deleted: 'gone by user_id' },
  'public.one_time_tokens': { exported: secret, deleted: 'gone by user_id' },
  'public.idempotency_keys': { exported: 'left out: repeats answers given', deleted: 'gone by user_id' },
  'public.user_roles': {
    exported: 'left out: an admin’s account stays',
    deleted: 'stays: who was an admin when',
  },
  'public.account_deletions': { exported: 'left out: there is none yet', deleted: 'stays: the record of it' },
  'public.artist_tracks': { exported: 'tracks.json', deleted: 'stays: in the histories of listeners' },
  'public.track_questions': { exported: 'tracks.json', deleted: 'stays: all but those of the artist' },
  'public.question_answers': { exported: 'answers.json', deleted: 'stays: all but those to the artist' },
  'public.track_months': { exported: 'tracks.json', deleted: counted },
  'public.track_verdicts': { exported: derived, deleted: counted },
  'public.compared_tracks': { exported: derived, deleted: counted },
  'public.backups': { exported: operation, deleted: 'stays: names nobody' },
  'public.platform_counts': { exported: operation, deleted: counted },
  'public.artist_days': { exported: derived, deleted: counted },
  'public.artist_listeners': { exported: derived, deleted: withoutName },
  'public.audio_files': { exported: 'tracks.json', deleted: 'stays: emptied, its file is swept' },
  'public.uploads': {
    exported: 'left out: names a file of audio/',
    deleted: 'stays: all but unfinished ones',
  },
  'public.partial_uploads': {
    exported: 'left out: not whole, for a day at most',
    deleted: 'gone by artist_id',
  },
  'public.cancelled_uploads': {
    exported: 'left out: an id of a request, for a day at most',
    deleted: 'gone by artist_id',
  },
  'public.upload_parts': { exported: 'left out: not whole', deleted: 'stays: goes with its partial upload' },
  'public.reviews': { exported: 'reviews-written.json', deleted: withoutName },
  'public.review_notes': { exported: 'reviews-written.json', deleted: withoutName },
  'public.rewards_of_days': { exported: derived, deleted: counted },
  'public.review_typing': { exported: 'reviews-written.json', deleted: 'gone by listener_id' },
  'public.review_findings': {
    exported: 'left out: for admins, it would teach evasion',
    deleted: withoutName,
  },
  'public.review_marks': { exported: 'reviews-received.json', deleted: 'gone by artist_id' },
  'public.standings': { exported: 'account.json', deleted: 'gone by listener_id' },
  'public.review_texts': { exported: 'left out: numbers made from the reviews', deleted: withoutName },
  'public.review_text_bands': { exported: 'left out: numbers made from the reviews', deleted: withoutName },
  'public.review_texts_taken': { exported: operation, deleted: withoutName },
  'public.review_drafts': { exported: 'drafts.json', deleted: 'gone by listener_id' },
  'public.play_events': { exported: 'plays.json', deleted: withoutName },
  'public.heard_seconds': { exported: 'heard.json', deleted: 'gone by listener_id' },
  'public.stays': { exported: 'stays.json', deleted: 'gone by listener_id' },
  'public.moments': { exported: 'moments.json', deleted: 'gone by listener_id' },
  'public.version_panels': { exported: operation, deleted: withoutName },
  'public.version_invitations': { exported: operation, deleted: 'gone by listener_id' },
  'public.version_comparisons': { exported: 'comparisons.json', deleted: 'gone by listener_id' },
  'public.delivered_audio': {
    exported: 'left out: told by what was heard',
    deleted: 'gone by listener_id',
  },
  'public.skipped_tracks': { exported: 'skipped.json', deleted: 'gone by listener_id' },
  'public.queue_asks': { exported: 'account.json', deleted: 'gone by listener_id' },
  'public.waiting_listeners': { exported: 'account.json', deleted: 'gone by listener_id' },
  'public.lapsed_leases': { exported: operation, deleted: 'gone by listener_id' },
  'public.unpaid_answers': { exported: 'heard-unpaid.json', deleted: 'gone by listener_id' },
  'public.unpaid_moments': { exported: 'heard-unpaid.json', deleted: 'gone by listener_id' },
  'public.extra_budgets': { exported: operation, deleted: 'stays: names nobody' },
  'public.admission': { exported: operation, deleted: 'stays: names nobody' },
  'public.met_artists': { exported: 'left out: told by plays and reviews', deleted: 'gone by listener_id' },
  'public.queue_cursors': { exported: operation, deleted: 'gone by listener_id' },
  'public.assignments': { exported: 'left out: told by plays and reviews', deleted: withoutName },
  'public.listening_clocks': { exported: 'left out: told by plays', deleted: withoutName },
  'public.evidence': {
    exported: 'evidence.json',
    deleted: 'stays: blinded, for twelve months, against accounts made anew',
  },
  'public.admin_marks': {
    exported: 'left out: of admins, whose accounts stay',
    deleted: 'stays: blinded, for six months',
  },
  'public.related_acts': { exported: 'left out: for admins, it names other people', deleted: withoutName },
  'public.clusters': { exported: 'left out: for admins, it names other people', deleted: withoutName },
  'public.cluster_members': {
    exported: 'left out: for admins, it names other people',
    deleted: withoutName,
  },
  'public.sound_prints': {
    exported: 'left out: made of the artist’s own sound, which is exported',
    deleted: 'stays: gone with its track',
  },
  'public.sound_print_terms': {
    exported: 'left out: an index of sound_prints',
    deleted: 'stays: gone with its track',
  },
  'public.same_recordings': {
    exported: 'left out: for admins, it names other people',
    deleted: withoutName,
  },
  'public.clusters_looked_at': { exported: operation, deleted: withoutName },
  'public.reports': { exported: 'reports.json', deleted: 'gone by reporter_id' },
  'public.repeated_reports': { exported: 'reports.json', deleted: 'stays: gone with its report' },
  'public.takedowns': {
    exported: 'takedowns.json',
    deleted: 'stays: what an admin decided, without the answer',
  },
  'public.follows': { exported: 'follows.json', deleted: 'gone by follower_id' },
  'public.payout_requests': { exported: 'payouts.json', deleted: ledger },
  'public.payees': { exported: 'payees.json', deleted: 'stays: emptied, the ledger’s payouts refer to it' },
  'public.payout_holds': { exported: operation, deleted: withoutName },
  'public.payout_transfers': { exported: 'payouts.json', deleted: ledger },
  'public.payout_approvals': { exported: operation, deleted: ledger },
  'public.payout_rule_findings': { exported: operation, deleted: withoutName },
  'public.payout_exports': { exported: operation, deleted: ledger },
  'public.payout_export_lines': { exported: operation, deleted: ledger },
  'ledger.accounts': { exported: 'money.csv', deleted: ledger },
  'ledger.postings': { exported: 'money.csv', deleted: ledger },
  'ledger.transactions': { exported: 'money.csv', deleted: ledger },
  'ledger.corrections': { exported: 'money.csv', deleted: ledger },
  'ledger.test_grants': { exported: 'money.csv', deleted: ledger },
  'ledger.payout_costs': { exported: operation, deleted: ledger },
  'ledger.rates': { exported: operation, deleted: ledger },
  'ledger.halts': { exported: operation, deleted: ledger },
  'ledger.audit_runs': { exported: operation, deleted: ledger },
  'public.test_subscriptions': { exported: 'left out: the test billing’s own books', deleted: withoutName },
  'public.test_transfers': { exported: 'left out: the test provider’s own books', deleted: ledger },
  'public.tax_limits': { exported: 'left out: of nobody', deleted: 'stays: of nobody' },
  'public.tax_details': { exported: operation, deleted: withoutName },
  'public.test_checkouts': { exported: 'left out: the test billing’s own books', deleted: withoutName },
  'public.test_payments': { exported: 'left out: the test billing’s own books', deleted: withoutName },
  'public.billing_payments': { exported: 'plan.json', deleted: withoutName },
  'public.plan_refunds': {
    exported: 'plan.json',
    deleted: 'stays: blinded, so that a card or mailbox gets one refund',
  },
  'public.billing_reversals': { exported: 'plan.json', deleted: withoutName },
  'public.billing_strays': { exported: operation, deleted: withoutName },
  'public.billing_price_checks': { exported: operation, deleted: withoutName },
  'public.billing_notices': { exported: operation, deleted: withoutName },
  'public.outbox': {
    exported: 'left out: mails that were sent',
    deleted: 'stays: all but those to the address',
  },
  'public.rate_limits': { exported: operation, deleted: 'stays: blinded, for hours at most' },
  'public.schema_functions': { exported: operation, deleted: withoutName },
  'public.server_secret': { exported: operation, deleted: withoutName },
  'public.schema_migrations': { exported: operation, deleted: withoutName },
};

/** Tables with rows about a person that others' acts write. A deletion under way must not fail these. */
const writtenByOthers = ['notices', 'standings', 'version_invitations', 'lapsed_leases', 'met_artists'];

/** Stands in every text about the person, so that it can be looked for wherever it may have been left. */
const mark = 'Zephyrine';

let earshot: Earshot;
let person: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot();
  person = await somebodyWithEverything();
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;

async function tables(): Promise<string[]> {
  const rows = await sql(
    owner(),
    `select relnamespace::regnamespace || '.' || relname as name from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace::regnamespace::text in ('public', 'ledger')`,
  );
  return rows.map(({ name }) => String(name)).toSorted();
}

/** Has been an artist and a listener, and left a row in every table that has rows of users. */
async function somebodyWithEverything(): Promise<ApiUser> {
  const user = await earshot.signIn({ userType: 'artist', displayName: mark });
  const { userId } = user;
  const own = await aTrack(owner(), { artistId: userId, title: 'Own' });
  const received = await aReview(owner(), { track: own });
  const { id: reviewId, track } = await aReview(owner(), { listenerId: userId });
  const partialId = randomUUID();
  const [ownQuestion, question] = [randomUUID(), randomUUID()];
  const passwordHash = await hashPassword(password);
  const rows: readonly (readonly [text: string, ...values: unknown[]])[] = [
    [
      'update users set password_hash = $2, email = $3, email_normalized = $3 where id = $1',
      passwordHash,
      `${mark.toLowerCase()}@example.org`,
    ],
    ['update profiles set bio = $2, username = $2 where user_id = $1', mark],
    ['update sessions set device = $2 where user_id = $1', mark],
    ["insert into notices_switched_off (user_id, kind) values ($1, 'new_track')"],
    ["insert into checkouts (id, user_id, price_id, opened_at) values ('cs_1', $1, 'price_1', now())"],
    ["insert into notices (user_id, title, body, created_at) values ($1, 'News', 'It happened.', now())"],
    ["insert into upload_limits (user_id, remaining, period_start) values ($1, 1, '2026-01-01')"],
    [
      `insert into artist_subscriptions (user_id, plan, price_per_month_cents, active, current_period_start,
         current_period_end) values ($1, 'icon', 0, true, now(), now() + interval '90 days')`,
    ],
    [
      `insert into review_allowances (artist_id, plan, period_start, period_end, included)
       values ($1, 'icon', now(), now() + interval '90 days', 60)`,
    ],
    [
      `insert into given_back (track_id, artist_id, uploads, uploads_left, reviews, reviews_left, given_at)
       values ($2, $1, 1, 1, 3, 3, now())`,
      own.id,
    ],
    ["insert into auth_audit (user_id, event) values ($1, 'signed_in')"],
    ["insert into factors (user_id, secret_encrypted) values ($1, '\\x00')"],
    ["insert into recovery_codes (user_id, code_hash) values ($1, '\\x00')"],
    [
      `insert into one_time_tokens (token_hash, user_id, kind, new_email, expires_at)
       values ($2, $1, 'email_change', $3, now())`,
      randomBytes(32),
      `${mark}@example.net`,
    ],
    [
      "insert into idempotency_keys (user_id, call, key, request_hash, answer) values ($1, 'x', $2, '\\x00', $3)",
      randomUUID(),
      JSON.stringify({ mark }),
    ],
    ['insert into partial_uploads values ($2, $2, $1, 10, 5, now())', partialId],
    ['insert into cancelled_uploads values ($2, $1, now())', partialId],
    [
      `insert into track_questions (id, track_id, place, kind, question, choices, saved_at)
       values ($2, $3, 0, 'line', $4, '{}', now()), ($5, $6, 0, 'scale', 'How loud is it?', '{}', now())`,
      ...[ownQuestion, own.id, mark, question, track.id],
    ],
    [
      "insert into question_answers (question_id, kind, review_id, line) values ($2, 'line', $3, $4)",
      ...[ownQuestion, received.id, mark],
    ],
    [
      "insert into question_answers (question_id, kind, review_id, number) values ($2, 'scale', $3, 4)",
      ...[question, reviewId],
    ],
    ["insert into review_notes (review_id, place, at_second, note) values ($2, 0, 3, 'x')", reviewId],
    [
      `insert into review_drafts (listener_id, track_id, revision, draft, edited_at) values ($1, $2, 1, $3, now())`,
      track.id,
      JSON.stringify({ comment: mark }),
    ],
    ["insert into heard_seconds (listener_id, track_id, heard) values ($1, $2, '{[0,60)}')", track.id],
    [
      `insert into stays (listener_id, track_id, minute_at, whole_minute, reported_at)
       values ($1, $2, now(), true, now())`,
      track.id,
    ],
    [
      `insert into moments (listener_id, track_id, artist_id, kind, at_second, marked_at)
       values ($1, $2, $3, 'love', 12, now())`,
      track.id,
      track.artistId,
    ],
    [
      `insert into review_marks (review_id, artist_id, listener_id, stars, mark, marked_at)
       values ($2, $1, $3, 4, 'useful', now())`,
      received.id,
      received.listenerId,
    ],
    [
      "insert into delivered_audio (listener_id, track_id, delivered) values ($1, $2, '{[0,1000)}')",
      track.id,
    ],
    [
      `insert into version_panels (track_id, former_id, size, began_at, ends_at)
       values ($2, $2, 5, now(), now() + interval '5 days')`,
      track.id,
    ],
    ['insert into version_invitations (listener_id, track_id, invited_at) values ($1, $2, now())', track.id],
    [
      'insert into version_comparisons (listener_id, track_id, artist_id, began_at) values ($1, $2, $3, now())',
      track.id,
      track.artistId,
    ],
    [
      `insert into review_typing (review_id, listener_id, sent_at, sent_letters, typed_letters, pasted_letters, text_ms)
       select id, $1, now(), 45, 45, 0, 9000 from reviews where listener_id = $1 limit 1`,
    ],
    ['insert into skipped_tracks (listener_id, track_id, skipped_at) values ($1, $2, now())', track.id],
    [
      `insert into standings (listener_id, standing, approved, approved_days, recent_decided, recent_approved,
         recent_copied, recent_reversed, computed_at) values ($1, 'new', 0, 0, 0, 0, 0, 0, now())`,
    ],
    ['insert into queue_asks (listener_id, asked_at) values ($1, now())'],
    ['insert into waiting_listeners (listener_id, since) values ($1, now())'],
    ['insert into lapsed_leases (listener_id) values ($1)'],
    ['insert into met_artists (listener_id, artist_id, met_at) values ($1, $2, now())', track.artistId],
    [
      'insert into unpaid_answers (listener_id, track_id, artist_id, rating, answered_at) values ($1, $2, $3, 4, now())',
      track.id,
      track.artistId,
    ],
    [
      "insert into unpaid_moments (listener_id, track_id, kind, at_second) values ($1, $2, 'love', 3)",
      track.id,
    ],
    ['insert into queue_cursors (listener_id, queue_rank, reopened_seen) values ($1, 1, 0)'],
    [
      `insert into play_events (track_id, listener_id, session_id, started_at, last_position)
       values ($2, $1, $2, now(), 60)`,
      track.id,
    ],
    [
      `insert into payees (user_id, method, country, details_encrypted, destination_mark, masked)
       values ($1, 'local', 'US', '\\x00', '\\x00', $2)`,
      mark,
    ],
    [
      `insert into evidence (user_id, kind, day, mark, first_at, last_at)
       values ($1, 'device', current_date, 'twenty-two-characters-', now(), now())`,
    ],
    [
      `insert into reports (kind, thing_id, track_id, owner_id, shown, reporter_id, reason, statement, reported_at)
       values ('track', $2, $2, $3, 'Night Bus', $1, 'other', $4, now())`,
      ...[track.id, track.artistId, mark],
    ],
    [
      `insert into takedowns (kind, thing_id, track_id, owner_id, shown, reason, sentence, taken_by, taken_at, answer,
         answered_at) values ('question', $2, $3, $1, $4, 'personal', 'It names somebody.', $5, now(), $4, now())`,
      ...[ownQuestion, own.id, mark, received.listenerId],
    ],
    ['insert into follows (follower_id, artist_id, created_at) values ($1, $2, now())', track.artistId],
    [
      `insert into outbox (recipient_address, recipient_name, subject, body_text, body_html)
       select email, $2, $2, $2, $2 from users where id = $1`,
      mark,
    ],
  ];
  for (const [text, ...values] of rows) {
    // PostgreSQL wants every parameter to be named.
    const named = text.includes('$1') ? text : `with whom as (select $1::uuid) ${text}`;
    await sql(owner(), named, [userId, ...values]);
  }
  await earnedBy(earshot, userId, 34);
  await sql(owner(), "update profiles set user_type = 'listener' where user_id = $1", [userId]);
  const asked = await user.get(api.wallet.requestPayout, { body: {}, idempotencyKey: randomUUID() });
  const taken = { params: { payoutId: asked.id }, body: {}, idempotencyKey: randomUUID() };
  await user.get(api.wallet.cancelPayout, taken);
  return user;
}

const rowsGone = () =>
  Object.entries(fates).flatMap(([table, { deleted }]) =>
    deleted.startsWith('gone by ') ? [{ table, column: deleted.slice('gone by '.length) }] : [],
  );

async function rowsOf(userId: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { table, column } of rowsGone()) {
    const { rows } = await sqlRow(
      owner(),
      `select count(*)::int as rows from ${table} where ${column} = $1`,
      [userId],
    );
    found[table] = Number(rows);
  }
  return found;
}

async function tablesWithTheMark(): Promise<string[]> {
  const marked: string[] = [];
  for (const table of await tables()) {
    const { found } = await sqlRow(
      owner(),
      `select exists (select from ${table} as one where one::text ilike '%' || $1 || '%') as found`,
      [mark],
    );
    if (found) marked.push(table);
  }
  return marked;
}

test('every table declares what account export and deletion do with it', async () => {
  expect(Object.keys(fates).toSorted()).toEqual(await tables());
});

test('the database rejects rows of a deleted account in every table that deletion empties', async () => {
  const guarded = await sql(
    owner(),
    `select tgrelid::regclass::text || ' ' || encode(tgargs, 'escape') as guard from pg_trigger
      where tgfoid = 'refuse_deleted_account'::regproc`,
  );
  const guards = new Set(guarded.map(({ guard }) => String(guard).replace('\\000', '')));
  const open = rowsGone()
    .map(({ table, column }) => ({ name: table.replace('public.', ''), column }))
    .filter(({ name, column }) => !writtenByOthers.includes(name) && !guards.has(`${name} ${column}`));
  expect(open).toEqual([]);
});

test('the export contains data from every table that declares it', async () => {
  const zip = await exportOf(earshot, person);
  const files = new Set(
    Object.values(fates)
      .map(({ exported }) => exported)
      .filter((file) => !file.startsWith('left out')),
  );
  const empty = [...files].filter((file) => {
    const content = strFromU8(zip[file] ?? expect.fail(`There is no ${file}.`));
    return file.endsWith('.csv') ? content.trim().split('\r\n').length < 2 : /^(null|\[\]\s*)$/.test(content);
  });
  expect(empty).toEqual([]);
  const json = (file: string) => JSON.parse(strFromU8(zip[file] ?? new Uint8Array()));
  expect(json('account.json')).toMatchObject({
    uploadCredits: { remaining: 1 },
    noticesSwitchedOff: ['new_track'],
  });
  expect(json('heard.json')).toMatchObject([{ heard: [{ fromSecond: 0, toSecond: 60 }] }]);
  expect(json('drafts.json')).toMatchObject([{ draft: { comment: mark } }]);
  expect(json('reviews-written.json')).toContainEqual(
    expect.objectContaining({ worked: null, notes: [{ atSecond: 3, note: 'x' }] }),
  );
  expect(json('reviews-received.json')).toMatchObject([{ ownMark: 'useful', ownMarkReason: null }]);
  expect(json('tracks.json')).toMatchObject([{ months: [{ reviewsByStars: [0, 0, 0, 1, 0] }] }]);
});

test('after deletion nothing in the database names the person', async () => {
  const { userId } = person;
  const before = await rowsOf(userId);
  expect(Object.entries(before).filter(([, rows]) => rows === 0)).toEqual([]);
  expect(await tablesWithTheMark()).toContain('public.review_drafts');
  const wish = { password, confirmation: 'DELETE' as const, forfeitCents: cents(510) };
  expect((await person.call(api.personalData.deleteAccount, { body: wish })).status).toBe(200);

  expect(await rowsOf(userId)).toEqual(Object.fromEntries(Object.keys(before).map((table) => [table, 0])));
  // One mail is still on its way: it tells the address that its account was deleted.
  expect(await tablesWithTheMark()).toEqual(['public.outbox']);
  await earshot.runJobs();
  await sql(owner(), 'delete from outbox where sent_at is not null');
  expect(await tablesWithTheMark()).toEqual([]);
});
