import { cents, integer, nullable, oneOf, text, timestamp, uuid } from '../adapters/database/columns.ts';
import { statement } from '../adapters/database/statement.ts';

/** A review that still stands, as its artist reads of it. */
export const receivedReview = statement({
  takes: { reviewId: uuid },
  gives: { artistId: uuid, listenerName: text, trackId: uuid, trackTitle: text, rating: integer },
})`
  select review.artist_id as "artistId", listener.display_name as "listenerName", track.id as "trackId",
         track.title as "trackTitle", review.rating
    from reviews review
    join artist_tracks track on track.id = review.track_id
    join profiles listener on listener.user_id = review.listener_id
   where review.id = ${'reviewId'} and review.status in ('pending', 'approved') and track.status = 'active'`;

/** The decision that stands; no row while there is none. */
export const decidedReview = statement({
  takes: { reviewId: uuid },
  gives: {
    listenerId: uuid,
    trackTitle: text,
    status: oneOf('approved', 'rejected', 'reversed'),
    earnedCents: cents,
    note: nullable(text),
    decidedAt: timestamp,
  },
})`
  select review.listener_id as "listenerId", track.title as "trackTitle", review.status,
         review.earned_cents as "earnedCents", review.decision_note as note, review.decided_at as "decidedAt"
    from reviews review join artist_tracks track on track.id = review.track_id
   where review.id = ${'reviewId'} and review.status <> 'pending'`;
