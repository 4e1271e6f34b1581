import { integer, text, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

/** A review that was not taken back, as its artist sees it. */
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
