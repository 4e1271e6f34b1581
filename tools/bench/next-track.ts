import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Client } from 'pg';
import type { Database } from '#server/adapters/database/database.ts';
import { takesKeptPlace } from '#server/music/versions/kept-places.ts';
import { assignTrack } from '#server/reviewing/listening/assignment-store.ts';
import { chooseTrack, takeTurn } from '#server/reviewing/listening/choose-track.ts';
import { metSince } from '#server/reviewing/listening/queue-rules.ts';
import { nextWithPlaces } from '#server/reviewing/listening/queue-store.ts';
import { median, withBenchDatabase } from './bench-database.ts';

const usage = `Measures what the next track costs as the queue and a listener's history grow.

  node tools/bench/next-track.ts [--tracks 10000,1000000] [--reviews 10,10000] [--calls 200]

Creates a temporary database. For each size, prints the median of the calls and the pages that the lookup reads, as ratios
to the first size. Exits with 1 if the ratio of the pages, which does not depend on the load, is above 2.`;

const most = 2;

async function makeTracks(owner: Client, upTo: number): Promise<void> {
  await owner.query(
    `with artists as (
       select user_id as artist, row_number() over (order by user_id) - 1 as n from profiles where user_type = 'artist'
     ), named as materialized (
       select i, gen_random_uuid() as file, artist, sha256(i::text::bytea) as content
       from generate_series((select count(*) + 1 from artist_tracks), $1::bigint) as i
       join artists on n = i % 1000
     ), files as (
       insert into audio_files (id, artist_id, storage_key, byte_length, duration_ms, sample_count, sample_rate,
         content_sha256)
       select file, artist, 'audio/' || file, 1000000, 120000, 5292000, 44100, content from named returning id
     )
     insert into artist_tracks (artist_id, audio_file_id, title, genre, priority_weight, review_target, content_sha256,
       created_at)
     select artist, file, 'Track ' || i, 'indie', 1 + i % 3, 30, content, now() - interval '1 year' + i * interval '20 s'
     from named where (select count(*) from files) > 0`,
    [upTo],
  );
  await owner.query('vacuum analyze artist_tracks');
}

async function makeArtists(owner: Client): Promise<void> {
  for (let i = 0; i < 1000; i += 1) await makePerson(owner, 'artist');
}

async function makePerson(owner: Client, userType: string): Promise<string> {
  const id = randomUUID();
  await owner.query(
    "insert into users (id, email, email_normalized, password_hash) values ($1, $2, $2, 'none')",
    [id, id],
  );
  await owner.query(
    "insert into profiles (user_id, username, display_name, user_type) values ($1, $2, 'Bench', $3)",
    [id, id, userType],
  );
  return id;
}

/** A listener who has reviewed the first tracks of the queue, all of which still have places. */
async function makeListener(owner: Client, reviews: number): Promise<string> {
  const id = await makePerson(owner, 'listener');
  await owner.query(
    `insert into reviews (track_id, listener_id, artist_id, rating, comment, listening_time, review_month)
     select id, $1, artist_id, 4, 'Bench', 60, date_trunc('month', now())
     from artist_tracks order by priority_weight desc, created_at, id limit $2`,
    [id, reviews],
  );
  await owner.query('vacuum analyze reviews');
  return id;
}

async function serve(database: Database, listenerId: string): Promise<string> {
  const now = new Date();
  return database.transaction(async (tx) => {
    await takeTurn(tx, listenerId);
    const trackId = await chooseTrack(tx, { listenerId, now, butNot: null, needsPlace: true });
    if (!trackId) throw new Error('Nothing was served.');
    const leasedUntil = new Date(now.getTime() + 60_000);
    const isReturning = await takesKeptPlace(tx, listenerId, trackId);
    const lease = {
      leasedUntil,
      isComing: false,
      isWished: false,
      isReturning,
      needsPlace: true,
      isLoose: false,
    };
    await assignTrack.run(tx, { listenerId, trackId, now, ...lease });
    return trackId;
  });
}

async function reviewed(owner: Client, listenerId: string, trackId: string): Promise<void> {
  await owner.query(
    `insert into reviews (track_id, listener_id, artist_id, rating, comment, listening_time, review_month)
     select id, $1, artist_id, 4, 'Bench', 60, date_trunc('month', now()) from artist_tracks where id = $2`,
    [listenerId, trackId],
  );
  await owner.query(
    "update assignments set closed_at = now(), outcome = 'reviewed' where listener_id = $1 and closed_at is null",
    [listenerId],
  );
}

/** The number of database pages that one look-up reads. */
async function pagesRead(owner: Client, listenerId: string): Promise<number> {
  const given: Readonly<Record<string, unknown>> = {
    listenerId,
    butNot: null,
    metSince: metSince(new Date()),
  };
  const values = nextWithPlaces.takes.map(({ name }) => given[name]);
  const { rows } = await owner.query(
    `explain (analyze, buffers, format json) ${nextWithPlaces.text}`,
    values,
  );
  const { Plan: plan } = rows[0]['QUERY PLAN'][0];
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

async function measure(owner: Client, database: Database, reviews: number, calls: number) {
  const listenerId = await makeListener(owner, reviews);
  const times: number[] = [];
  // A listener's first call walks past the whole history once; the cursor makes later calls start behind it.
  for (let i = 0; i <= calls; i += 1) {
    const started = performance.now();
    const trackId = await serve(database, listenerId);
    if (i > 0) times.push(performance.now() - started);
    await reviewed(owner, listenerId, trackId);
  }
  return { median: median(times), pages: await pagesRead(owner, listenerId) };
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      tracks: { type: 'string', default: '10000,1000000' },
      reviews: { type: 'string', default: '10,10000' },
      calls: { type: 'string', default: '200' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  return withBenchDatabase(async ({ owner, database }) => {
    await makeArtists(owner);
    let first: { median: number; pages: number } | undefined;
    let worst = 0;
    for (const tracks of values.tracks.split(',').map(Number)) {
      console.log(`making ${tracks} tracks ...`);
      await makeTracks(owner, tracks);
      for (const reviews of values.reviews.split(',').map(Number)) {
        const measured = await measure(owner, database, Math.min(reviews, tracks / 2), Number(values.calls));
        first ??= measured;
        const [time, pages] = [measured.median / first.median, measured.pages / first.pages];
        worst = Math.max(worst, pages);
        console.log(
          `${tracks} tracks, ${reviews} reviews: ${measured.median.toFixed(2)} ms (x ${time.toFixed(2)}), ` +
            `${measured.pages} pages (x ${pages.toFixed(2)})`,
        );
      }
    }
    return worst <= most ? 0 : 1;
  });
}

process.exitCode = await main();
