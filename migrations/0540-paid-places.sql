-- Where the paid places of a track come from, so that what a month can cost has an upper end.

-- The reviews that are included in one period of an artist's plan, and its house pool: a fifth of them.
create table review_allowances (
  id uuid primary key default gen_random_uuid(),
  artist_id uuid not null constraint review_allowances__artist_id references users (id),
  -- The dearest plan of this period so far.
  plan text not null constraint review_allowances__plan check (plan in ('basic', 'pro', 'unlimited', 'icon')),
  period_start timestamptz(3) not null,
  period_end timestamptz(3) not null,
  included integer not null constraint review_allowances__included check (included >= 0),
  taken integer not null default 0,
  house_taken integer not null default 0,
  constraint review_allowances__artist_period unique (artist_id, period_start),
  constraint review_allowances__period check (period_end > period_start),
  constraint review_allowances__taken check (taken between 0 and included),
  constraint review_allowances__house_taken check (house_taken between 0 and included / 5)
);
grant select, insert, update on review_allowances to earshot_app;

-- What the house pays for uploads on a credit in one month (UTC), counted at the top rate.
create table free_budgets (
  month date primary key constraint free_budgets__month check (extract(day from month) = 1),
  budget_cents bigint not null,
  taken_cents bigint not null default 0,
  constraint free_budgets__taken check (taken_cents between 0 and budget_cents)
);
grant select, insert, update on free_budgets to earshot_app;
create index billing_payments__paid on billing_payments (paid_at);

drop trigger artist_tracks__reopened on artist_tracks;
drop trigger artist_tracks__news on artist_tracks;
drop index artist_tracks__places, artist_tracks__active, artist_tracks__reopened;
alter table artist_tracks
  drop column has_places,
  -- 'before': uploaded before places had a source. 'apart': of an account of tests or samples, which has no bounds.
  add column places_from text not null default 'before'
    constraint artist_tracks__places_from check (places_from in ('before', 'plan', 'credit', 'apart')),
  add column allowance_id uuid constraint artist_tracks__allowance_id references review_allowances (id),
  -- Nothing is served for pay until then: what the track waits for, and when that is expected.
  add column waits_for text
    constraint artist_tracks__waits_for check (waits_for in ('period', 'plan', 'budget')),
  add column begins_at timestamptz(3),
  -- Places that were opened from the house pool, beyond the target.
  add column house_places integer not null default 0
    constraint artist_tracks__house_places check (house_places >= 0),
  -- Places of the target that came from the former version; they were taken for that one.
  add column moved_places integer not null default 0
    constraint artist_tracks__moved_places check (moved_places >= 0),
  -- Reviews by accounts of tests and samples: they hold no place.
  add column apart_count integer not null default 0
    constraint artist_tracks__apart_count check (apart_count >= 0),
  add constraint artist_tracks__allowance check (allowance_id is null or places_from = 'plan'),
  add constraint artist_tracks__begins check (begins_at is null or waits_for is not null);
-- The order of the queue: the weight, and behind it what the house pays for; oldest first.
alter table artist_tracks
  add column queue_rank integer not null
    generated always as (case when places_from = 'credit' then 0 else priority_weight end) stored,
  add column has_places boolean not null generated always as (status = 'active' and waits_for is null
    and review_count - apart_count + running_leases + greatest(0, kept_places - taken_kept_places)
      < review_target + house_places) stored,
  -- Whether a returning reviewer finds a kept place; it is one of the track's places, never one more.
  add column has_kept_places boolean not null generated always as (status = 'active' and waits_for is null
    and kept_places > taken_kept_places
    and review_count - apart_count + running_leases < review_target + house_places) stored;
create index artist_tracks__places on artist_tracks (queue_rank, created_at, id) where has_places;
create index artist_tracks__active on artist_tracks (queue_rank, created_at, id) where status = 'active';
create index artist_tracks__reopened on artist_tracks (queue_rank, reopened_seq)
  where has_places and reopened_seq is not null;
create index artist_tracks__waiting on artist_tracks (begins_at, created_at, id) where waits_for is not null;
grant update (review_target, places_from, allowance_id, waits_for, begins_at, house_places) on artist_tracks
  to earshot_app;

create trigger artist_tracks__reopened
  before update of review_count, apart_count, running_leases, review_target, house_places, kept_places,
    taken_kept_places, waits_for on artist_tracks
  for each row when (not old.has_places and new.status = 'active' and new.waits_for is null
    and new.review_count - new.apart_count + new.running_leases
      + greatest(0, new.kept_places - new.taken_kept_places) < new.review_target + new.house_places)
  execute function mark_reopened();
create trigger artist_tracks__news after update on artist_tracks for each row
  when (old.status is distinct from new.status or old.review_count is distinct from new.review_count
    or old.rating_sum is distinct from new.rating_sum or old.title is distinct from new.title
    or old.genre is distinct from new.genre or old.description is distinct from new.description
    or old.waits_for is distinct from new.waits_for or old.review_target is distinct from new.review_target)
  execute function tell_news('tracks', 'artist_id');
create trigger artist_tracks__begun_news after update of waits_for on artist_tracks for each row
  when (old.waits_for is not null and new.waits_for is null) execute function tell_news('queue');

alter table queue_cursors drop constraint queue_cursors__priority_weight;
alter table queue_cursors rename column priority_weight to queue_rank;
alter table queue_cursors rename constraint queue_cursors__listener_weight to queue_cursors__listener_rank;
alter table queue_cursors
  add constraint queue_cursors__queue_rank check (queue_rank between 0 and 3);
insert into queue_cursors (listener_id, queue_rank, reopened_seen)
  select distinct listener_id, 0, 0 from queue_cursors;

alter table assignments
  -- False for accounts of tests and samples, whose leases and reviews take no place from anybody.
  add column needs_place boolean not null default true,
  add constraint assignments__needs_place check (needs_place or not holds_place);

-- Who reviews without a place is counted apart.
create function count_apart() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  change integer := (new.status in ('pending', 'approved'))::integer
    - case tg_op when 'UPDATE' then (old.status in ('pending', 'approved'))::integer else 0 end;
begin
  if change <> 0 and exists (select from users person where person.id = new.listener_id and not has_bounds(person)) then
    update artist_tracks set apart_count = apart_count + change where id = new.track_id;
  end if;
  return null;
end $$;
revoke all on function count_apart() from public;
create trigger reviews__apart_in after insert on reviews for each row execute function count_apart();
create trigger reviews__apart_again after update of status on reviews
  for each row when (old.status is distinct from new.status) execute function count_apart();
update artist_tracks track set apart_count = counted.reviews
  from (select review.track_id, count(*) as reviews from reviews review join users person on person.id = review.listener_id
         where review.status in ('pending', 'approved') and not has_bounds(person) group by review.track_id) counted
 where counted.track_id = track.id;

-- A review that waits for a person holds its place for a day; then the place is opened once from the house pool.
alter table reviews add column place_opened_at timestamptz(3);
grant update (place_opened_at) on reviews to earshot_app;
create index reviews__holding_place on reviews (created_at)
  where status = 'pending' and waits_for = 'person' and place_opened_at is null;

-- Was such a review rejected after all, the place that it gave up is its own again, and the house's goes back.
create function give_house_place_back() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update review_allowances allowance set house_taken = house_taken - 1
    from artist_tracks track where track.id = new.track_id and allowance.id = track.allowance_id;
  update artist_tracks set house_places = house_places - 1 where id = new.track_id;
  new.place_opened_at := null;
  return new;
end $$;
revoke all on function give_house_place_back() from public;
create trigger reviews__house_place_back before update of status on reviews
  for each row when (old.status = 'pending' and new.status = 'rejected' and old.place_opened_at is not null)
  execute function give_house_place_back();
