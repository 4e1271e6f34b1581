import { integer, timestamp, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

/** Reviews that have waited for a person since before that time, whose track has places left in the house pool. */
export const heldPlaces = statement({
  takes: { until: timestamp, most: integer },
  gives: { id: uuid, trackId: uuid },
})`select review.id, review.track_id as "trackId"
     from reviews review
     join artist_tracks track on track.id = review.track_id and track.status = 'active' and track.places_closed_at is null
     join review_allowances pool on pool.id = track.allowance_id and pool.house_taken < pool.included / 5
     join users person on person.id = review.listener_id
    where review.status = 'pending' and review.waits_for = 'person' and review.place_opened_at is null
      and review.created_at <= ${'until'} and has_bounds(person)
    order by review.created_at limit ${'most'}::integer`;

export const markPlaceOpened = statement({
  takes: { id: uuid, now: timestamp },
  gives: {},
})`update reviews set place_opened_at = ${'now'}
   where id = ${'id'} and status = 'pending' and waits_for = 'person' and place_opened_at is null`;
