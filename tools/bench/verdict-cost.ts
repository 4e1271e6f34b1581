import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { machineClock } from '#server/adapters/clock/clock.ts';
import type { Database, NamedQuery } from '#server/adapters/database/database.ts';
import { readVerdict } from '#server/insight/verdict/read-verdict.ts';
import { refreshVerdict } from '#server/insight/verdict/refresh-verdict.ts';
import { deriveServerKeys } from '#server/keys/server-keys.ts';
import { type BenchDatabase, median } from './bench-database.ts';

const listeners = 30;

const keys = deriveServerKeys('the secret of a machine that is thrown away');

const audience = [
  `with made as (
     insert into users (id, email, email_normalized, password_hash)
     select id, id::text, id::text, 'none' from unnest($2::uuid[]) as id returning id)
   insert into profiles (user_id, username, display_name, user_type)
   select id, id::text, 'Bench', 'listener' from made where $1::uuid is not null`,
  `insert into heard_seconds select $1, id, '{[0,100)}' from unnest($2::uuid[]) as id`,
  `insert into stays (track_id, listener_id, minute_at, whole_minute, chosen_at, unpaid_ms, reported_at, stop)
   select $1, id, now() - n * interval '1 min', true, now(), (n % 3) * 20000, now(), 'sent'
     from unnest($2::uuid[]) with ordinality as each(id, n)`,
  `insert into moments
   select $1, each.id, track.artist_id, kind, 30 + (n * 7) % 60, now()
     from unnest($2::uuid[]) with ordinality as each(id, n), artist_tracks track, unnest(array['love', 'lost', 'skip']) as kind
    where track.id = $1`,
  `insert into reviews (track_id, artist_id, listener_id, rating, comment, listening_time, review_month, created_at)
   select $1, track.artist_id, each.id, 1 + n % 5, repeat('The drums carry the chorus at 0:40. ', 10), 61,
          date_trunc('month', now() at time zone 'UTC')::date, now()
     from unnest($2::uuid[]) with ordinality as each(id, n), artist_tracks track where track.id = $1`,
];

/** Gives one of the artist's tracks thirty listeners, with plays, stays, marks and reviews. */
async function giveAudience(owner: Client, artistId: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    'select id from artist_tracks where artist_id = $1 order by id limit 1',
    [artistId],
  );
  const trackId = rows[0]?.id ?? '';
  const people = Array.from({ length: listeners }, () => randomUUID());
  for (const statement of audience) await owner.query(statement, [trackId, people]);
  return trackId;
}

export interface VerdictCost {
  /** Median in milliseconds, like `floor`. The two are measured in turn. */
  readonly call: number;
  /** The same SQL run in parallel, with the results unused. */
  readonly floor: number;
  readonly statements: number;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Measures the call and its SQL once more. */
export interface VerdictMeter {
  readonly again: () => Promise<void>;
  /** Of the last `times` measurements. */
  readonly cost: (times: number) => VerdictCost;
}

/** Measures the one call of a track's page against the SQL that it runs. */
export async function meterOfVerdict(
  { owner, database }: BenchDatabase,
  artistId: string,
): Promise<VerdictMeter> {
  const trackId = await giveAudience(owner, artistId);
  await owner.query('vacuum analyze');
  const run: NamedQuery[] = [];
  const listening: Database = {
    query: (query) => {
      run.push(query);
      return database.query(query);
    },
    transaction: (work) => database.transaction(work),
    close: () => database.close(),
  };
  const caller = { userId: artistId, sessionId: randomUUID(), isAdmin: false, userType: 'artist' as const };
  await refreshVerdict({ database, clock: machineClock }, trackId);
  await readVerdict({ database: listening, clock: machineClock, keys }, caller, trackId);
  const calls: number[] = [];
  const floors: number[] = [];
  return {
    again: async () => {
      calls.push(await timed(() => readVerdict({ database, clock: machineClock, keys }, caller, trackId)));
      floors.push(await timed(() => Promise.all(run.map((query) => database.query(query)))));
    },
    cost: (times) => ({
      call: median(calls.slice(-times)),
      floor: median(floors.slice(-times)),
      statements: run.length,
    }),
  };
}
