import { randomBytes, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Client } from 'pg';
import { machineClock } from '#server/adapters/clock/clock.ts';
import type { SealArchive } from '#server/adapters/seals/seal-archive.ts';
import { deriveServerKeys } from '#server/keys/server-keys.ts';
import { auditBooks } from '#server/money/books/audit-books.ts';
import { readConfig } from '#server/settings/config.ts';
import { type BenchDatabase, withBenchDatabase } from './bench-database.ts';

const usage = `Measures how long the audit of the ledger takes as the ledger grows.

  npm run bench:audit -- [--reviews 10000,500000]

Creates a temporary database with that many rewarded reviews (two postings each) and one paid payout per listener, then
audits and seals them: first with everything new, then with everything sealed. Exits with 1 if a time per review at the last
size is more than twice that at the first.`;

const most = 2;
const reviewsOfListener = 200;

const people = `
  with made as (
    insert into users (id, email, email_normalized, password_hash)
    select id, id::text, id::text, 'none' from unnest($1::uuid[]) as id returning id)
  insert into profiles (user_id, username, display_name, user_type)
  select id, id::text, 'Bench', $2 from made`;

const tracks = `
  with named as materialized (select gen_random_uuid() as file, i from generate_series(1, $2::int) as i),
  files as (
    insert into audio_files (id, artist_id, storage_key, byte_length, duration_ms, sample_count, sample_rate, content_sha256)
    select file, $1, 'audio/' || file, 1000000, 120000, 5292000, 44100, sha256(file::text::bytea) from named returning id)
  insert into artist_tracks (artist_id, audio_file_id, title, genre, priority_weight, review_target, content_sha256)
  select $1, file, 'Track ' || i, 'indie', 1, 30, sha256(file::text::bytea)
    from named where (select count(*) from files) > 0`;

/** The rows that the ledger's functions and triggers would have made. */
const books = [
  `insert into reviews (track_id, artist_id, listener_id, rating, comment, listening_time, review_month, status, earned_cents,
     decided_at)
   select track.id, track.artist_id, profile.user_id, 4, 'Bench', 61, date_trunc('month', now())::date, 'approved', 15, now()
     from artist_tracks track cross join profiles profile where profile.user_type = 'listener'`,
  `insert into payout_requests (listener_id, amount_cents, status, request_key, processed_at, decided_by)
   select user_id, 500, 'completed', gen_random_uuid(), now(), $1 from profiles where user_type = 'listener'`,
  `insert into ledger.transactions (kind, source_id, posting_count, gross_cents)
   select 'reward', id, 2, 15 from reviews`,
  `insert into ledger.transactions (kind, source_id, posting_count, gross_cents)
   select kind, id, 2, amount_cents from payout_requests
    cross join unnest(array['payout_request', 'payout_completion']) kind order by kind desc`,
  `insert into ledger.accounts (kind, listener_id, balance_cents, posting_count)
   select kind, user_id, 0, 0 from profiles cross join unnest(array['available', 'pending', 'owed']) kind
    where user_type = 'listener' on conflict do nothing`,
  `insert into ledger.postings (transaction_id, account_id, amount_cents)
   select entry.id, account.id, leg.sign * entry.gross_cents
     from ledger.transactions entry
     join (values ('reward', 'reward_expense', -1), ('reward', 'available', 1), ('payout_request', 'available', -1),
       ('payout_request', 'pending', 1), ('payout_completion', 'pending', -1), ('payout_completion', 'payout_cash', 1))
       leg(entry_kind, account_kind, sign) on leg.entry_kind = entry.kind
     left join reviews on reviews.id = entry.source_id left join payout_requests payout on payout.id = entry.source_id
     join ledger.accounts account on account.kind = leg.account_kind
      and (account.listener_id is null or account.listener_id = coalesce(reviews.listener_id, payout.listener_id))`,
  `update ledger.accounts account set balance_cents = sums.total, posting_count = sums.legs
     from (select account_id, sum(amount_cents) as total, count(*) as legs from ledger.postings group by account_id) sums
    where sums.account_id = account.id and account.listener_id is not null`,
  `update profiles set total_earnings_cents = (select sum(earned_cents) from reviews where listener_id = user_id)
    where user_type = 'listener'`,
];
async function makeBooks(owner: Client, reviews: number): Promise<void> {
  const [artist, admin] = [randomUUID(), randomUUID()];
  const listeners = Array.from({ length: Math.ceil(reviews / reviewsOfListener) }, () => randomUUID());
  await owner.query("set role none; set session_replication_role = 'replica'");
  await owner.query(people, [[artist, admin], 'artist']);
  await owner.query(people, [listeners, 'listener']);
  await owner.query(tracks, [artist, reviewsOfListener]);
  for (const statement of books) await owner.query(statement, statement.includes('$1') ? [admin] : []);
  await owner.query("set session_replication_role = 'origin'");
  await owner.query('vacuum analyze');
}

/** Keeps the seals of one measurement. */
function sealsInMemory(): SealArchive {
  const kept: string[] = [];
  return {
    all: async () => kept,
    keep: async (_, text) => kept.push(text) > 0,
  };
}

async function timesOf({ database }: BenchDatabase, reviews: number): Promise<readonly number[]> {
  const keys = deriveServerKeys(randomBytes(32).toString('hex'));
  const deps = {
    database,
    clock: machineClock,
    seals: sealsInMemory(),
    keys,
    config: readConfig({}),
  };
  const times: number[] = [];
  for (const what of ['audited and sealed', 'audited again']) {
    const started = performance.now();
    const { findings, seal } = await auditBooks(deps);
    const seconds = (performance.now() - started) / 1000;
    if (findings.length > 0 || !seal) throw new Error(`The audit found ${JSON.stringify(findings)}`);
    const each = ((seconds * 1e6) / reviews).toFixed(1);
    console.log(`${seal.entries} entries, ${what}: ${seconds.toFixed(2)} s (${each} µs a review)`);
    times.push(seconds / reviews);
  }
  return times;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      reviews: { type: 'string', default: '10000,500000' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const measured: (readonly number[])[] = [];
  for (const reviews of values.reviews.split(',').map(Number)) {
    console.log(`making ${reviews} reviews ...`);
    const times = await withBenchDatabase(async (bench) => {
      await makeBooks(bench.owner, reviews);
      return timesOf(bench, reviews);
    });
    measured.push(times);
  }
  const [first = [], last = []] = [measured[0], measured.at(-1)];
  return last.every((time, i) => time <= most * (first[i] ?? 0)) ? 0 : 1;
}

process.exitCode = await main();
