import { integer, uuid } from '#server/adapters/database/columns.ts';
import type { Database } from '#server/adapters/database/database.ts';
import { statement } from '#server/adapters/database/statement.ts';

const give = statement({ takes: { trackId: uuid, reviews: integer }, gives: {} })`
  with missing as (
    select id, artist_id, ${'reviews'} - (select coalesce(sum(kept_reviews(given)), 0)::integer from assignments given
        where given.track_id = track.id) as reviews
      from artist_tracks track where id = ${'trackId'}),
  lot as (
    insert into review_lots (artist_id, source, reviews, created_at, opens_at, expires_at, told_at)
    select artist_id, 'before', reviews, now(), now(), now() + interval '12 months', now() from missing where reviews > 0
    returning id)
  insert into assignments (lot_id, track_id, reviews, weight, assigned_at)
  select lot.id, missing.id, missing.reviews, 1, now() from lot, missing`;

/** Assigns reviews to a sample track until it has this many, for a page with many reviews. */
export async function giveSampleReviews(owner: Database, trackId: string, reviews: number): Promise<void> {
  await give.run(owner, { trackId, reviews });
}
