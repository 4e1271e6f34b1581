-- Returns a row for each contradiction between lots, assignments, leases, reviews and what tracks keep of them:
--   R1 a track's open places or its place in the queue differ
--   R2 more of a lot or an assignment is used than it brought
--   R3 a place or reviews are of somebody else's track or lot
-- A single statement, so that all rules see the same snapshot despite concurrent writes.
create or replace function audit_reviews() returns table (rule text, subject text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  with open as materialized (
    select track_id, weight, assigned_at, late_at, open_places(given) as places from assignments given
     where closed_at is null and returning_until is null
  ), counted as (
    select track_id, sum(places) as places, max(case when late_at is null then weight else 4 end) as rank
      from open where places > 0 group by track_id
  ), queued as (
    select counted.*, (select min(coalesce(late_at, assigned_at)) from open
             where open.track_id = counted.track_id and places > 0
               and case when late_at is null then weight else 4 end = counted.rank) as at
      from counted
  )
  select 'R1', 'track ' || track.id,
         format('%s places at %s since %s, assignments have %s at %s since %s', track.open_places, track.queue_rank,
           track.queue_at, coalesce(queued.places, 0), queued.rank, queued.at)
    from artist_tracks track left join queued on queued.track_id = track.id
   where track.open_places <> coalesce(queued.places, 0)
      or queued.places > 0 and (track.queue_rank, track.queue_at) is distinct from (queued.rank, queued.at)
  union all
  select 'R2', 'lot ' || lot.id, format('%s of %s reviews are left', left_in(lot), lot.reviews)
    from review_lots lot where left_in(lot) < 0
  union all
  select 'R2', 'lot ' || lot.id, format('%s tracks used its %s uploads', count(*), lot.uploads)
    from review_lots lot join artist_tracks track on track.upload_lot_id = lot.id
   group by lot.id having count(*) > lot.uploads
  union all
  select 'R2', 'assignment ' || given.id, format('%s of %s places are taken', taken_places(given), reviews - taken_back)
    from assignments given where taken_places(given) > reviews - taken_back
  union all
  select 'R3', 'assignment ' || given.id, 'is of a lot of another artist'
    from assignments given join review_lots lot on lot.id = given.lot_id join artist_tracks track on track.id = given.track_id
   where track.artist_id <> lot.artist_id
  union all
  select 'R3', held.kind || ' ' || held.id, 'has a place of another track'
    from (select 'lease' as kind, id, track_id, assignment_id from leases where assignment_id is not null
          union all
          select 'review', id, track_id, assignment_id from reviews where assignment_id is not null) held
    join assignments given on given.id = held.assignment_id
   where given.track_id <> held.track_id
  union all
  select 'R3', 'review ' || id, 'is ' || status || ' and has a place' from reviews
   where assignment_id is not null and status not in ('pending', 'approved')
     and not (status = 'rejected' and exists (select from readings
       where review_id = reviews.id and kind = 'press' and says_nothing))
$$;
