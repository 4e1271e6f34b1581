-- Places that the house had opened for reviews that wait for a person may have been closed since, because the artist's money
-- went back. Such a review can be rejected all the same: there is nothing to give back then.

create or replace function give_house_place_back() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update review_allowances allowance set house_taken = greatest(0, house_taken - 1)
    from artist_tracks track where track.id = new.track_id and allowance.id = track.allowance_id and track.house_places > 0;
  update artist_tracks set house_places = house_places - 1 where id = new.track_id and house_places > 0;
  new.place_opened_at := null;
  return new;
end $$;
