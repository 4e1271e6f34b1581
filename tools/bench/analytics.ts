import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Client } from 'pg';
import { machineClock } from '#server/adapters/clock/clock.ts';
import type { Database } from '#server/adapters/database/database.ts';
import { readAnalytics } from '#server/reviewing/reviews/read-analytics.ts';
import { type BenchDatabase, median, withBenchDatabase } from './bench-database.ts';
import { meterOfVerdict, type VerdictCost } from './verdict-cost.ts';

const usage = `Measures what an artist's analytics cost as the plays grow.

  npm run bench:analytics -- [--plays 1000,1000000] [--tracks 20] [--calls 300]

Creates a temporary database with one artist for each number of plays: play events, served tracks, reviews, and the totals
that the product stores. Exits with 1 if the last artist's figures take more than 1.5 times as long as the first one's
(medians of alternating calls). Then measures the one call of a track's page against its own statements (at most 2 times)
and against the same call on a platform with only the first artist (at most 1.5 times).`;

const most = 1.5;
/** How often one listener heard an artist. */
const playsOfListener = 50;

const people = `
  with made as (
    insert into users (id, email, email_normalized, password_hash)
    select id, id::text, id::text, 'none' from unnest($1::uuid[]) as id returning id)
  insert into profiles (user_id, username, display_name, user_type, genres)
  select id, id::text, 'Bench', $2, case when $2 = 'listener' then array['jazz', 'metal'] else '{}' end from made`;

const tracks = `
  with named as materialized (select gen_random_uuid() as file, i from generate_series(1, $2::int) as i),
  files as (
    insert into audio_files (id, artist_id, storage_key, byte_length, duration_ms, sample_count, sample_rate, content_sha256)
    select file, $1, 'audio/' || file, 1000000, 120000, 5292000, 44100, sha256(file::text::bytea) from named returning id)
  insert into artist_tracks (artist_id, audio_file_id, title, genre, priority_weight, review_target, content_sha256)
  select $1, file, 'Track ' || i, 'indie', 1, 30, sha256(file::text::bytea)
    from named where (select count(*) from files) > 0`;

/** Plays over the last year: listener, track and time. */
const plays = `
  create temp table plays as
  select i, artist_id, tracks.id as track_id, listener_id, now() - i * (31536000 / $2::float8) * interval '1 s' as at
    from generate_series(0, $2::int - 1) as i
    join (select id, artist_id, row_number() over (order by id) - 1 as n, count(*) over () as all_tracks
            from artist_tracks where artist_id = $1) tracks on tracks.n = (i + i / cardinality($3::uuid[])) % all_tracks
    join unnest($3::uuid[]) with ordinality as listeners(listener_id, n)
      on listeners.n = i % cardinality($3::uuid[]) + 1`;

const raw = [
  `insert into assignments (track_id, listener_id, served_at, leased_until, listened_ms, played, holds_place, closed_at, outcome)
   select track_id, listener_id, at, at, 61000, true, false, at, 'reviewed' from plays`,
  `insert into play_events (track_id, listener_id, session_id, started_at, last_position, seconds_played, play_duration, completed_60s)
   select track_id, listener_id, gen_random_uuid(), at, 61, 61, 61, true from plays`,
  `insert into reviews (track_id, artist_id, listener_id, rating, comment, listening_time, review_month, created_at)
   select distinct on (track_id, listener_id) track_id, artist_id, listener_id, 1 + i % 5, 'Bench', 61,
          date_trunc('month', at)::date, at from plays order by track_id, listener_id, at`,
];

/** The sums that the triggers would have kept row by row. */
const sums = [
  `with heard as (
     select track_id, date_trunc('month', at at time zone 'UTC')::date as month,
            extract(hour from at at time zone 'UTC') as hour, count(*)::int as n from plays group by 1, 2, 3
   ), rated as (
     select track_id, review_month as month, rating as star, count(*)::int as n from reviews group by 1, 2, 3)
   insert into track_months (track_id, month, plays, hours, stars)
   select track_id, month, sum(n),
          (select array_agg(coalesce(same.n, 0) order by h) from generate_series(0, 23) h
             left join heard same on same.hour = h and same.track_id = heard.track_id and same.month = heard.month),
          (select array_agg(coalesce(same.n, 0) order by each.star) from generate_series(1, 5) each(star)
             left join rated same on same.star = each.star and same.track_id = heard.track_id
                                 and same.month = heard.month)
     from heard group by track_id, month`,
  `insert into artist_listeners
   select artist_id, listener_id, min(at)::date, max(at)::date from plays group by artist_id, listener_id`,
  `insert into artist_days
   select artist_id, at::date, 0, count(distinct listener_id) from plays group by artist_id, at::date`,
  `update artist_tracks track set play_count = counted.plays, review_count = counted.reviews, rating_sum = counted.stars
     from (select track_id, count(*) as plays,
                  (select count(*) from reviews where reviews.track_id = plays.track_id) as reviews,
                  (select coalesce(sum(rating), 0) from reviews where reviews.track_id = plays.track_id) as stars
             from plays group by track_id) counted
    where track.id = counted.track_id`,
];

const counted = ['assignments', 'reviews', 'artist_tracks'];

async function makeArtist(owner: Client, playCount: number, trackCount: number): Promise<string> {
  const artistId = randomUUID();
  const listeners = Array.from({ length: Math.max(200, playCount / playsOfListener) }, () => randomUUID());
  await owner.query(people, [[artistId], 'artist']);
  await owner.query(people, [listeners, 'listener']);
  await owner.query(tracks, [artistId, trackCount]);
  await owner.query(plays, [artistId, playCount, listeners]);
  await owner.query('analyze plays');
  for (const table of counted) await owner.query(`alter table ${table} disable trigger user`);
  for (const statement of raw) await owner.query(statement);
  await owner.query('analyze reviews');
  for (const statement of sums) await owner.query(statement);
  for (const table of counted) await owner.query(`alter table ${table} enable trigger user`);
  await owner.query('drop table plays');
  return artistId;
}

async function timeOf(database: Database, artistId: string): Promise<number> {
  const started = performance.now();
  await readAnalytics({ database, clock: machineClock }, artistId, undefined);
  return performance.now() - started;
}

/**
 * Compares the cost of the first artist's track page on this platform and on an otherwise empty one, measured in turn.
 */
const compareVerdicts = (
  large: BenchDatabase,
  {
    artistId,
    playCount,
    trackCount,
    calls,
  }: { artistId: string; playCount: number; trackCount: number; calls: number },
): Promise<[small: VerdictCost, large: VerdictCost]> =>
  withBenchDatabase(async (small) => {
    const alone = await makeArtist(small.owner, playCount, trackCount);
    const meters = [await meterOfVerdict(small, alone), await meterOfVerdict(large, artistId)] as const;
    // The first calls warm the caches.
    for (let i = -10; i < calls; i += 1) for (const meter of meters) await meter.again();
    return [meters[0].cost(calls), meters[1].cost(calls)];
  });

const mostOfFloor = 2;

function tellVerdict(small: VerdictCost, large: VerdictCost): boolean {
  for (const [name, { call, floor, statements }] of [
    ['small platform', small],
    ['large platform', large],
  ] as const)
    console.log(
      `a track's page, ${name}: ${call.toFixed(2)} ms, its ${statements} statements ${floor.toFixed(2)} ms (x ${(call / floor).toFixed(2)})`,
    );
  console.log(`large beside small: x ${(large.call / small.call).toFixed(2)}`);
  return large.call / large.floor <= mostOfFloor && large.call / small.call <= most;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      plays: { type: 'string', default: '1000,1000000' },
      tracks: { type: 'string', default: '20' },
      calls: { type: 'string', default: '300' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  return withBenchDatabase(async ({ owner, database }) => {
    const artists: { plays: number; artistId: string; times: number[] }[] = [];
    const calls = Number(values.calls);
    for (const playCount of values.plays.split(',').map(Number)) {
      console.log(`making ${playCount} plays ...`);
      artists.push({
        plays: playCount,
        artistId: await makeArtist(owner, playCount, Number(values.tracks)),
        times: [],
      });
    }
    await owner.query('vacuum analyze');
    // In turn, so that a busy machine slows them all alike. The first calls warm the caches.
    for (let i = -10; i < Number(values.calls); i += 1) {
      for (const { artistId, times } of artists) {
        const time = await timeOf(database, artistId);
        if (i >= 0) times.push(time);
      }
    }
    const first = median(artists[0]?.times ?? []);
    for (const { plays, times } of artists) {
      const time = median(times);
      console.log(`${plays} plays: ${time.toFixed(2)} ms (x ${(time / first).toFixed(2)})`);
    }
    const grows = median(artists.at(-1)?.times ?? []) / first > most;
    const [small, large] = await compareVerdicts(
      { owner, database },
      {
        artistId: artists[0]?.artistId ?? '',
        playCount: artists[0]?.plays ?? 0,
        trackCount: Number(values.tracks),
        calls,
      },
    );
    return tellVerdict(small, large) && !grows ? 0 : 1;
  });
}

process.exitCode = await main();
