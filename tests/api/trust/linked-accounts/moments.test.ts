import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, NamedQuery, Queryable } from '#server/adapters/database/database.ts';
import { relateByMoments } from '#server/trust/linked-accounts/cluster-store.ts';
import { findClusters } from '#server/trust/linked-accounts/find-clusters.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aListener, aTrack } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';

/** Each of so many has met each other one as often as counts: that is most of the work there can be for so few. */
const accounts = 25;
const reviewsOfEach = 6;
/** Of how many people one statement may ask: for fifty of five hundred it took nearly as long as a statement may. */
const mostAtOnce = 10;

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot();
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;

/** Accounts at one network that all send in the same second, once an hour. */
async function accountsInLockstep(): Promise<string[]> {
  const listeners = await Promise.all(Array.from({ length: accounts }, () => aListener(owner())));
  const now = earshot.clock.now();
  await sql(
    owner(),
    `insert into evidence (user_id, kind, day, mark, first_at, last_at)
     select listener, 'network', ($2::timestamptz at time zone 'UTC')::date, 'network-of-the-script-', $2, $2
       from unnest($1::uuid[]) as listener`,
    [listeners, now],
  );
  for (let hour = 0; hour < reviewsOfEach; hour += 1) {
    const track = await aTrack(owner());
    const sentAt = new Date(now.getTime() - hour * 3_600_000);
    await sql(
      owner(),
      `insert into reviews (id, track_id, listener_id, artist_id, rating, comment, listening_time, review_month, created_at)
       select gen_random_uuid(), $2, listener, $3, 4, 'A warm voice.', 60,
         date_trunc('month', $4::timestamptz at time zone 'UTC'), $4
         from unnest($1::uuid[]) as listener`,
      [listeners, track.id, track.artistId, sentAt],
    );
  }
  return listeners;
}

/** The people of each statement about moments of sending, and whether it was asked within a transaction. */
interface Asked {
  readonly people: readonly string[];
  readonly inTransaction: boolean;
}

/** The same database, which notes what is asked about moments of sending. */
function watched(database: Database): { readonly database: Database; readonly asked: readonly Asked[] } {
  const asked: Asked[] = [];
  const noting = (db: Queryable, inTransaction: boolean) => (query: NamedQuery) => {
    const [people] = query.values;
    if (query.name === relateByMoments.name && Array.isArray(people))
      asked.push({ people: people.map(String), inTransaction });
    return db.query(query);
  };
  const transaction: Database['transaction'] = (work) =>
    database.transaction((tx) => work({ ...tx, query: noting(tx, true) }));
  return { asked, database: { ...database, query: noting(database, false), transaction } };
}

test('send times are compared in small groups, and many accounts in lockstep still form one cluster', async () => {
  const listeners = await accountsInLockstep();
  const { database, asked } = watched(earshot.deps.database);
  earshot.clock.advance(1);
  await findClusters({ database, clock: earshot.clock });
  expect(asked.flatMap(({ people }) => people)).toEqual(expect.arrayContaining(listeners));
  expect(Math.max(...asked.map(({ people }) => people.length))).toBeLessThanOrEqual(mostAtOnce);
  // The transaction that stores clusters holds their lock.
  expect(asked.filter(({ inTransaction }) => inTransaction)).toEqual([]);
  const clusters = await sql(owner(), 'select members from clusters', []);
  expect(clusters).toEqual([{ members: accounts }]);
});
