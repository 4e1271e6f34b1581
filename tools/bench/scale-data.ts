import type { Client } from 'pg';

/*
 * SQL that makes a platform: ten tracks per artist, fifty reviews per listener, over a year. `$1` stands for the
 * tracks, `$2` for the reviews of each, `$3` for the play events of each review. Ids are computed from numbers, so
 * nothing has to be looked up. Triggers are off; their sums are computed at the end.
 */

const idOf = (kind: string, number: string) => `md5('${kind} ' || (${number}))::uuid`;
/** A time in the last year, computed from two numbers. */
const moment = `(now() - interval '1 year' * (((j * 7919 + k * 104729) % 100003) / 100003.0))::timestamptz(3)`;
const words = {
  first: `(array['Silver','Night','Paper','Golden','Slow','Electric','Hollow','Summer','Broken','Distant',
    'Velvet','Quiet','Burning','Northern','Second','Glass','Wild','Empty','Blue','Early'])`,
  second: `(array['Harbour','Bus','Tiger','Mirror','River','Garden','Signal','Letter','Parade','Engine',
    'Window','Shadow','Market','Orbit','Winter','Valley','Motel','Static','Ocean','Machine'])`,
};
const genres = `(array['hip hop','pop','rock','electronic','r&b','country','jazz','classical','reggae','folk','blues','punk',
  'metal','alternative','indie','other'])`;

const listeners = '($1::bigint * $2::bigint / 50)';

/** Twenty listeners share a network, on a platform of any size. */
const networkOf = (id: string) =>
  `('x' || left(md5(${id}::text), 7))::bit(28)::integer % greatest(1, ${listeners} / 20)`;

const person = (kind: 'artist' | 'listener', count: string) => `
  with people as materialized (
    select i, ${idOf(kind, 'i')} as id, now() - interval '1 year' * (i::float8 / (${count})) as at
      from generate_series(0, (${count}) - 1) as i
  ), made as (
    insert into users (id, email, email_normalized, password_hash, confirmed_at, created_at)
    select id, '${kind}' || i || '@example.org', '${kind}' || i || '@example.org', 'none', at, at from people
  )
  insert into profiles (user_id, username, display_name, user_type, genres, created_at)
  select id, '${kind}' || i,
         initcap(${words.first}[1 + i % 20] || ' ' || ${words.second}[1 + i / 20 % 20]) || ' ' || i, '${kind}',
         array[${genres}[1 + i % 16]], at from people`;

/** Of track `i`: most have some. */
const openPlaces = `(case when i % 8 < 3 then 0 else 1 + i % 5 end)`;
const uploadedAt = `(now() - interval '1 year' * (1 - i::float8 / $1::bigint))`;

/** The rows that all others depend on. */
const base: readonly string[] = [
  person('artist', '$1::bigint / 10'),
  person('listener', listeners),
  `with named as materialized (
     select i, ${idOf('file', 'i')} as file, ${idOf('artist', 'i % ($1::bigint / 10)')} as artist from generate_series(0, $1::bigint - 1) as i
   ), files as (
     insert into audio_files (id, artist_id, storage_key, byte_length, duration_ms, sample_count, sample_rate, content_sha256)
     select file, artist, 'audio/' || file, 1000000, 120000, 5292000, 44100, sha256(file::text::bytea) from named
   )
   insert into artist_tracks (id, artist_id, audio_file_id, title, genre, priority_weight, open_places, queue_rank, queue_at,
     content_sha256, review_count, rating_sum, play_count, created_at)
   select ${idOf('track', 'i')}, artist, file, ${words.first}[1 + i * 7 % 20] || ' ' || ${words.second}[1 + i * 11 % 19] || ' ' || i,
     ${genres}[1 + i % 16], 1 + i % 3, ${openPlaces}, 1 + i % 3, ${uploadedAt}, sha256(file::text::bytea),
     $2::bigint, 3 * $2::bigint, $3::bigint * $2::bigint, ${uploadedAt} from named`,
  `insert into review_lots (id, artist_id, source, reviews, created_at, opens_at, expires_at, told_at)
   select ${idOf('lot', 'i')}, ${idOf('artist', 'i % ($1::bigint / 10)')}, 'before', $2::bigint + ${openPlaces}, ${uploadedAt},
     ${uploadedAt}, ${uploadedAt} + interval '1 year', ${uploadedAt} from generate_series(0, $1::bigint - 1) as i`,
  `insert into assignments (id, lot_id, track_id, reviews, weight, assigned_at)
   select ${idOf('assignment', 'i')}, ${idOf('lot', 'i')}, ${idOf('track', 'i')}, $2::bigint + ${openPlaces}, 1 + i % 3, ${uploadedAt}
     from generate_series(0, $1::bigint - 1) as i`,
  `insert into reviews (id, track_id, assignment_id, artist_id, listener_id, rating, comment, listening_time, review_month, created_at, status,
     earned_cents, decided_at)
   select md5('review ' || j || ' ' || k)::uuid, ${idOf('track', 't')}, ${idOf('assignment', 't')}, ${idOf('artist', 't % ($1::bigint / 10)')},
     ${idOf('listener', 'j')}, 1 + (j + k) % 5, 'The voice is warm and the bass stays for a long time after the end, number ' || j || ' ' || k,
     90, date_trunc('month', at at time zone 'UTC')::date, at,
     case when t % 100 = 0 then 'pending' else 'approved' end, case when t % 100 = 0 then 0 else 15 end,
     case when t % 100 = 0 then null else at + interval '1 minute' end
   from (select j, k, (j * 50 + k) % $1::bigint as t, ${moment} as at
           from generate_series(0, ${listeners} - 1) as j, generate_series(0, 49) as k) as given`,
];

/** Lists that do not depend on each other, the longest first. */
const beside: readonly (readonly string[])[] = [
  [
    `insert into review_texts (review_id, sent_at, keys)
   select id, created_at, array(select ('x' || substr(md5(id::text || n), 1, 8))::bit(32)::integer from generate_series(1, 36) as n)
     from reviews where created_at > now() - interval '180 days'`,
    `insert into review_text_bands (key, text_no) select unnest(keys), no from review_texts`,
  ],
  [
    `insert into ledger.accounts (kind, listener_id, balance_cents, posting_count)
   select kind, ${idOf('listener', 'j')}, case kind when 'available' then 735 else 0 end, case kind when 'available' then 49 else 0 end
   from generate_series(0, ${listeners} - 1) as j, unnest(array['available', 'pending', 'owed']) as kind`,
    `insert into ledger.transactions (kind, source_id, posting_count, gross_cents, created_at)
   select 'reward', id, 2, 15, decided_at from reviews where status = 'approved'`,
    `insert into ledger.postings (transaction_id, account_id, amount_cents)
   select entry.id, account.id, 15 from ledger.transactions entry join reviews on reviews.id = entry.source_id
     join ledger.accounts account on account.listener_id = reviews.listener_id and account.kind = 'available'
   union all
   select entry.id, (select id from ledger.accounts where kind = 'reward_expense'), -15 from ledger.transactions entry`,
    `update profiles set total_earnings_cents = 735, reviews_completed = 49 where user_type = 'listener'`,
    `insert into payout_requests (listener_id, amount_cents, request_key, created_at)
   select ${idOf('listener', 'j')}, 500, gen_random_uuid(), now() - j * interval '1 minute'
   from generate_series(0, $1::bigint / 100 - 1) as j`,
  ],
  [
    `insert into evidence (user_id, kind, day, mark, tracks_served, reviews_sent, first_at, last_at)
   select listener_id, kind, created_at::date,
     substr(md5(kind || case kind when 'network' then ${networkOf('listener_id')} || '' else listener_id || '' end), 1, 22),
     1, 1, created_at, created_at
   from reviews, unnest(array['network', 'device', 'mailbox']) as kind
   where created_at > now() - interval '180 days' on conflict do nothing`,
  ],
  [
    `insert into play_events (track_id, listener_id, session_id, started_at, last_position, seconds_played, play_duration, completed_60s)
   select track_id, listener_id, md5(id::text || n)::uuid, created_at - n * interval '3 minutes', 90, 90, 90, true
   from reviews, generate_series(1, $3::bigint) as n`,
  ],
  [
    `insert into leases (track_id, listener_id, served_at, leased_until, listened_ms, bytes_sent, unlocked_at, played,
     closed_at, outcome)
   select track_id, listener_id, created_at - interval '3 minutes', created_at, 90000, 1000000, created_at, true, created_at,
     'reviewed' from reviews`,
    // An earlier version, measured beside this one, may not have this table yet.
    `do $do$ begin
     if to_regclass('met_artists') is not null then
       insert into met_artists (listener_id, artist_id, met_at)
       select listener_id, artist_id, max(created_at) from reviews group by 1, 2;
     end if;
   end $do$`,
  ],
  [
    `insert into heard_seconds (track_id, listener_id, heard) select track_id, listener_id, '{[0,90)}' from reviews`,
    `insert into track_months (track_id, month, plays, stars)
   select track_id, month, $3::bigint * count(*), array_fill(count(*)::integer, array[5])
   from (select track_id, review_month as month from reviews) as heard group by track_id, month`,
    `insert into artist_listeners
   select artist_id, listener_id, min(created_at)::date, max(created_at)::date from reviews group by 1, 2`,
    `insert into artist_days select artist_id, created_at::date, count(*), 0 from reviews group by 1, 2`,
  ],
  [
    `insert into sessions (user_id, key_encrypted, created_at, last_seen_at)
   select ${idOf('listener', 'j')}, '\\x00', now() - interval '1 day', now() from generate_series(0, ${listeners} - 1) as j`,
    `insert into auth_audit (at, user_id, event)
   select now() - j * interval '1 second', ${idOf('listener', `j % ${listeners}`)}, 'signed_in' from generate_series($1::bigint, 1, -1) as j`,
  ],
];

export interface PlatformSize {
  readonly tracks: number;
  /** Per track. */
  readonly reviews: number;
  /** Play events per review. */
  readonly plays: number;
}

/** The number of listeners if each reviews fifty tracks. */
export const listenersOf = ({ tracks, reviews }: PlatformSize): number => (tracks * reviews) / 50;

/** Runs work on a connection of a user who may disable triggers. */
type WithClient = <Answer>(work: (client: Client) => Promise<Answer>) => Promise<Answer>;

/** Fills an empty database with a platform of this size. */
export async function makePlatform(
  withClient: WithClient,
  { tracks, reviews, plays }: PlatformSize,
): Promise<void> {
  const sized = (step: string) =>
    step.replaceAll('$1', `${tracks}`).replaceAll('$2', `${reviews}`).replaceAll('$3', `${plays}`);
  const dropped = await withClient(dropIndexes);
  await runBeside(withClient, [base.map(sized)]);
  await runBeside(
    withClient,
    beside.map((list) => list.map(sized)),
  );
  const tables = Map.groupBy(dropped.indexes, ({ table }) => table).values();
  await runBeside(
    withClient,
    [...tables].map((list) => list.map(({ make }) => make)),
  );
  await runBeside(withClient, [
    [...dropped.references, 'select recount_platform()', 'vacuum (analyze, parallel 2)'],
  ]);
}

/** Runs the lists on two connections, each list in order on one of them. */
async function runBeside(withClient: WithClient, lists: readonly (readonly string[])[]): Promise<void> {
  const left = [...lists];
  const work = async (client: Client) => {
    await client.query("set session_replication_role = 'replica'");
    await client.query("set work_mem = '256MB'");
    await client.query("set maintenance_work_mem = '1GB'");
    for (let list = left.shift(); list; list = left.shift())
      for (const statement of list) await client.query(statement);
  };
  await Promise.all([withClient(work), withClient(work)]);
}

interface Dropped {
  readonly drop: string;
  readonly make: string;
  readonly table: string;
}

/**
 * Drops keys and indexes, because rebuilding them at the end is much faster than maintaining them row by row. Returns
 * the SQL that restores them, foreign keys last.
 */
async function dropIndexes(administrator: Client) {
  const { rows: constraints } = await administrator.query<Dropped & { isReference: boolean }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
        || case contype when 'f' then ' not valid' else '' end as make,
      conrelid::regclass::text as table, contype = 'f' as "isReference"
    from pg_constraint
    where contype in ('p', 'u', 'f') and conparentid = 0 and connamespace in ('public'::regnamespace, 'ledger'::regnamespace)
    order by contype = 'f' desc`);
  for (const { drop } of constraints) await administrator.query(drop);
  const { rows: indexes } = await administrator.query<Dropped>(`
    select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make,
      indrelid::regclass::text as table
    from pg_index join pg_class on pg_class.oid = indexrelid
    where not relispartition and relnamespace in ('public'::regnamespace, 'ledger'::regnamespace)`);
  for (const { drop } of indexes) await administrator.query(drop);
  const isReference = (one: { readonly isReference: boolean }) => one.isReference;
  return {
    indexes: [...indexes, ...constraints.filter((one) => !isReference(one))],
    references: constraints.filter(isReference).map(({ make }) => make),
  };
}
