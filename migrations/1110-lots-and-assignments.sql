-- An artist has reviews in lots and assigns them to tracks. Both replace the counters of tracks and of plan periods.

-- Nobody is told of these changes, and what triggers kept is computed below. They are created again after the migrations.
do $$
declare
  old record;
begin
  for old in
    select tgname, tgrelid::regclass as of_table from pg_trigger
      join pg_class on pg_class.oid = tgrelid
     where not tgisinternal and tgparentid = 0 and relnamespace in ('public'::regnamespace, 'ledger'::regnamespace)
  loop
    execute format('drop trigger %I on %s', old.tgname, old.of_table);
  end loop;
end $$;

-- What brought reviews: a plan's period, a pack, the monthly free upload, a missed date, a wrong takedown.
create table review_lots (
  id uuid primary key default gen_random_uuid(),
  artist_id uuid not null constraint review_lots__artist_id references users (id),
  source text not null
    constraint review_lots__source check (source in ('plan', 'pack', 'free', 'missed', 'takedown', 'before')),
  reviews integer not null constraint review_lots__reviews check (reviews >= 0),
  -- Uploads that came with them.
  uploads integer not null default 0 constraint review_lots__uploads check (uploads in (0, 1)),
  -- The payment that they came from, also those of a missed date. Null: nobody paid.
  payment_id text constraint review_lots__payment_id references billing_payments (id),
  -- Of a plan: its period, and the subscription if one is billed. The highest plan of a period's lots counts once.
  plan text constraint review_lots__plan check (plan in ('basic', 'pro', 'unlimited', 'icon')),
  subscription_id text,
  period_start timestamptz(3),
  -- The assignment whose date was missed, the track that was taken down, the upload that was free.
  cause_id uuid,
  created_at timestamptz(3) not null,
  -- From and until when they can be assigned.
  opens_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- The month's budget for free reviews was spent. They open in order, not before `opens_at`.
  waits_for_budget boolean not null default false,
  -- The money for them was refunded or is disputed.
  closed_at timestamptz(3),
  -- The artist was told that they are there.
  told_at timestamptz(3),
  constraint review_lots__of_plan check ((source = 'plan') = (plan is not null and period_start is not null)),
  constraint review_lots__waits check (not waits_for_budget or source = 'free'),
  constraint review_lots__days check (expires_at >= opens_at)
);
create index review_lots__artist on review_lots (artist_id, expires_at, id);
create index review_lots__payment on review_lots (payment_id) where payment_id is not null;
create index review_lots__waiting on review_lots (created_at, id) where waits_for_budget;
create index review_lots__free on review_lots (opens_at) where source = 'free' and not waits_for_budget;
create index review_lots__untold on review_lots (opens_at) where told_at is null;
create unique index review_lots__cause on review_lots (source, cause_id) where cause_id is not null;
create unique index review_lots__pack on review_lots (payment_id) where source = 'pack';
grant insert, select on review_lots to earshot_app;
grant update (payment_id, opens_at, expires_at, waits_for_budget, closed_at, told_at) on review_lots to earshot_app;

-- Reviews of one lot that its artist gave to a track together.
create table assignments (
  id uuid primary key default gen_random_uuid(),
  lot_id uuid not null constraint assignments__lot_id references review_lots (id),
  track_id uuid not null constraint assignments__track_id references artist_tracks (id),
  reviews integer not null constraint assignments__reviews check (reviews > 0),
  taken_back integer not null default 0
    constraint assignments__taken_back check (taken_back between 0 and reviews),
  assigned_at timestamptz(3) not null,
  -- How many of them the date is for.
  dated integer not null default 0,
  -- The place in the queue: a plan's 1 to 3, those that nobody bought 0, all others 1.
  weight integer not null constraint assignments__weight check (weight between 0 and 3),
  -- Until then only reviewers of the former version take its places. Null once everybody does.
  returning_until timestamptz(3),
  -- A closed one never opens again.
  closed_at timestamptz(3),
  promised_at timestamptz(3),
  promise text constraint assignments__promise check (promise in ('open', 'kept', 'missed')),
  -- Why the clock of its date stands still, and since when.
  stopped_for text
    constraint assignments__stopped_for check (stopped_for in ('suspension', 'budget', 'look', 'takedown')),
  stopped_at timestamptz(3),
  -- Its place among the late ones.
  late_at timestamptz(3),
  constraint assignments__dated check (dated between 0 and reviews),
  constraint assignments__promised check ((promise is null) = (promised_at is null)),
  constraint assignments__stopped check ((stopped_for is null) = (stopped_at is null))
);
create index assignments__lot on assignments (lot_id);
create index assignments__track on assignments (track_id, assigned_at);
create index assignments__promised on assignments (promised_at) where promise = 'open';
create index assignments__late on assignments (late_at) where late_at is not null;
create index assignments__lately on assignments (assigned_at);
grant insert, select on assignments to earshot_app;
grant update (taken_back, dated, returning_until, closed_at, promised_at, promise, stopped_for, stopped_at, late_at)
  on assignments to earshot_app;

-- Whose place a running lease holds; null once it has lapsed or ended.
alter table leases add column assignment_id uuid;
-- Whose place the review has. Null: it was rejected, it is paid by the house, or its listener needs no place.
alter table reviews add column assignment_id uuid;
grant insert (assignment_id) on reviews to earshot_app;
alter table artist_tracks
  add column open_places integer not null default 0 constraint artist_tracks__open_places check (open_places >= 0),
  -- The lot whose upload it used.
  add column upload_lot_id uuid constraint artist_tracks__upload_lot_id references review_lots (id);


-- What every track has, by the former counters. Where the house replaced the place of a doubted review, that review has none.
create temporary table had on commit drop as
  select gen_random_uuid() as id, track.id as track_id, track.artist_id, track.allowance_id, former.allowance_id as moved_from,
         track.created_at, track.places_closed_at is not null as is_back, track.closed_at, counted.weight,
         greatest(track.running_leases, counted.open + least(track.taken, track.places) - counted.replaced) as reviews,
         counted.unassigned, track.review_target, counted.kept, panel.ends_at as returning_until,
         case when track.allowance_id is distinct from former.allowance_id
           then least(track.moved_places, counted.open - counted.kept) else 0 end as moved,
         track.promised_at, track.promise, track.stopped_for, track.stopped_at, track.late_at
    from (select *, greatest(0, review_count - apart_count) + running_leases as taken,
                 case when waits_for is null then review_target - later_places + house_places + extra_places else 0 end as places,
                 coalesce(places_closed_at, case when status = 'deleted' then now() end) as closed_at
            from artist_tracks) as track
    left join artist_tracks former on former.id = track.predecessor_id
    left join version_panels panel on panel.track_id = track.id and panel.ended_at is null
   cross join lateral (
     select case when track.places_from = 'credit' then 0 else track.priority_weight end as weight, open,
            case when track.closed_at is not null then 0
              when track.waits_for is not null then track.review_target else track.later_places end as unassigned,
            case when panel.track_id is null then 0
              else least(greatest(0, track.kept_places - track.taken_kept_places), open) end as kept,
            (select count(*)::integer from reviews review join users person on person.id = review.listener_id
              where review.track_id = track.id and review.status = 'pending' and review.place_opened_at is not null
                and not (person.is_test or person.email_normalized like '%@sample.invalid')) as replaced
       from (select case when track.closed_at is null then greatest(0, track.places - track.taken) else 0 end) as left_of (open)
   ) as counted;

-- What one lot gives to a track. Places that came from the former version were paid as that one was.
create temporary table given on commit drop as
  select id, track_id, allowance_id, reviews - kept - moved as reviews, null::timestamptz as returning_until, true as is_main
    from had where reviews > kept + moved
  union all
  select gen_random_uuid(), track_id, allowance_id, kept, returning_until, false from had where kept > 0
  union all
  select gen_random_uuid(), track_id, moved_from, moved, null, false from had where moved > 0;

create temporary table paid on commit drop as
  select allowance.id as allowance_id, allowance.billing_subscription_id as subscription_id,
         (select payment.id from billing_payments payment
           where payment.subscription_id = allowance.billing_subscription_id
             and payment.period_start < allowance.period_end and payment.period_end > allowance.period_start
           order by payment.paid_at desc limit 1) as payment_id
    from review_allowances allowance;

-- Tracks whose money had gone back have lots of their own, which are closed.
insert into review_lots (artist_id, source, reviews, payment_id, subscription_id, created_at, opens_at, expires_at, closed_at)
  select had.artist_id, 'before', sum(each_one.reviews), paid.payment_id, paid.subscription_id, min(had.created_at), now(),
         now() + interval '12 months', case when is_back then now() end
    from (select track_id, allowance_id, reviews from given
          union all select track_id, allowance_id, unassigned from had where unassigned > 0) as each_one
    join had using (track_id) left join paid on paid.allowance_id = each_one.allowance_id
   group by had.artist_id, is_back, paid.payment_id, paid.subscription_id;

-- Dates stay. One that is still open is for each part of its track.
insert into assignments (id, lot_id, track_id, reviews, dated, assigned_at, weight, returning_until, closed_at, promised_at,
       promise, stopped_for, stopped_at, late_at)
  select given.id, lot.id, track_id, given.reviews,
         case when date.promise is null then 0 else least(given.reviews, review_target) end, had.created_at, weight,
         given.returning_until, had.closed_at, case when date.promise is not null then promised_at end, date.promise,
         case when date.promise is not null then stopped_for end, case when date.promise is not null then stopped_at end,
         case when date.promise is not null then late_at end
    from given join had using (track_id) left join paid on paid.allowance_id = given.allowance_id
    join review_lots lot on lot.artist_id = had.artist_id and lot.source = 'before'
      and lot.payment_id is not distinct from paid.payment_id
      and lot.subscription_id is not distinct from paid.subscription_id and (lot.closed_at is not null) = is_back
   cross join lateral (select case when had.promise = 'open' then case when had.closed_at is null then 'open' end
       when is_main then had.promise end as promise) as date;
update leases set assignment_id = given.id from given
 where given.is_main and leases.track_id = given.track_id and leases.holds_place;
-- Of more reviews than a track had places, the newest have none.
update reviews set assignment_id = found.id
  from (select review.id as review_id, given.id,
               row_number() over (partition by given.id order by review.created_at, review.id)
                 + (select count(*) from leases where assignment_id = given.id) <= given.reviews as has_place
          from given join reviews review on review.track_id = given.track_id join users person on person.id = review.listener_id
         where given.is_main and review.status in ('pending', 'approved')
           and not (review.status = 'pending' and review.place_opened_at is not null)
           and not (person.is_test or person.email_normalized like '%@sample.invalid')) as found
 where reviews.id = found.review_id and found.has_place;

-- The plan's running period keeps what is left of it, and counts as brought.
insert into review_lots (artist_id, source, reviews, payment_id, plan, subscription_id, period_start, created_at, opens_at,
       expires_at)
  select allowance.artist_id, 'plan', allowance.included - allowance.taken, paid.payment_id, allowance.plan,
         paid.subscription_id, allowance.period_start, now(), now(), allowance.period_end
    from review_allowances allowance join paid on paid.allowance_id = allowance.id
    join artist_subscriptions plan on plan.user_id = allowance.artist_id and plan.active
      and plan.billing_subscription_id is not distinct from allowance.billing_subscription_id
      and allowance.period_start in (plan.current_period_start, case when plan.plan = 'icon' then plan.started_at end)
   where allowance.period_end > now();

insert into review_lots (artist_id, source, reviews, uploads, payment_id, cause_id, created_at, opens_at, expires_at, told_at)
  select back.artist_id, case when had.promise = 'missed' then 'missed' else 'takedown' end, back.reviews_left,
         back.uploads_left, paid.payment_id, case when had.promise = 'missed' then had.id else back.track_id end,
         back.given_at, back.given_at, now() + interval '12 months', now()
    from given_back back join had using (track_id) left join paid on paid.allowance_id = had.allowance_id;

-- Lots whose money is gone are closed; it can come back.
update review_lots lot set closed_at = now() from billing_payments payment
 where payment.id = lot.payment_id and lot.closed_at is null
   and (exists (select from plan_refunds decided where decided.payment_id = payment.id
          and decided.outcome is distinct from 'refused' and not exists (select from billing_reversals failed
            where failed.payment_id = payment.id and failed.kind = 'refund' and failed.status = 'failed'
              and failed.happened_at >= date_trunc('second', decided.decided_at)))
     or exists (select from billing_reversals dispute where dispute.payment_id = payment.id
          and dispute.kind = 'dispute' and dispute.status in ('open', 'lost'))
     or payment.amount_cents <= (select coalesce(sum(refund.amount_cents), 0) from billing_reversals refund
          where refund.payment_id = payment.id and refund.kind = 'refund' and refund.status = 'succeeded'));
update assignments set closed_at = now(), late_at = null, stopped_for = null, stopped_at = null,
       promise = case when promise <> 'open' then promise end, promised_at = case when promise <> 'open' then promised_at end
  from review_lots lot where lot.id = assignments.lot_id and lot.closed_at is not null and assignments.closed_at is null;

-- Uploads on a credit were paid from this month's budget already.
update free_budgets set budget_cents = budget_cents - taken_cents;


drop function if exists count_lease(), give_place_back(), give_house_place_back(), open_kept_places(), count_apart();
drop index leases__lapsing;
alter table leases drop column holds_place, drop constraint if exists leases__needs_place;
create index leases__lapsing on leases (leased_until) where assignment_id is not null;
create index leases__assignment on leases (assignment_id) where assignment_id is not null;
create index reviews__assignment on reviews (assignment_id) where status in ('pending', 'approved');
drop index reviews__holding_place;
alter table reviews drop column place_opened_at;
alter table artist_tracks drop column has_places, drop column has_kept_places, drop column queue_rank,
  drop column queue_at;
alter table artist_tracks
  drop column review_target, drop column running_leases, drop column kept_places, drop column taken_kept_places,
  drop column places_from, drop column allowance_id, drop column waits_for, drop column begins_at,
  drop column house_places, drop column moved_places, drop column apart_count, drop column promised_at,
  drop column promise, drop column stopped_for, drop column stopped_at, drop column late_at,
  drop column places_closed_at, drop column extra_places, drop column later_places, drop column later_at;
-- Late tracks are 4, others have the weight of their first open assignment. Null at `queue_at`: never in the queue.
alter table artist_tracks
  add column queue_rank integer not null default 0,
  add column queue_at timestamptz(3),
  add column has_places boolean not null generated always as (status = 'active' and held_until is null and open_places > 0)
    stored;
create index artist_tracks__active on artist_tracks (queue_rank, queue_at, id) where status = 'active';
create index artist_tracks__places on artist_tracks (queue_rank, queue_at, id) where has_places;
create index artist_tracks__reopened on artist_tracks (queue_rank, reopened_seq)
  where has_places and reopened_seq is not null;
create unique index artist_tracks__upload_lot on artist_tracks (upload_lot_id) where upload_lot_id is not null;
drop table given_back, extra_budgets, review_allowances;
alter table free_budgets drop column taken_cents;
alter table queue_supply drop column sent, drop column waited;

-- As the function of the queue counts them. A full track keeps its place in the queue, where listeners have passed it.
update artist_tracks track set open_places = counted.places, queue_rank = counted.rank, queue_at = counted.at
  from (select track_id, sum(open) as places, (array_agg(rank order by open = 0, rank desc, at))[1] as rank,
               (array_agg(at order by open = 0, rank desc, at))[1] as at
          from (select given.track_id, case when late_at is null then weight else 4 end as rank,
                       coalesce(late_at, assigned_at) as at,
                       case when closed_at is not null or returning_until is not null then 0
                         else greatest(0, reviews - (select count(*) from leases where assignment_id = given.id)
                           - (select count(*) from reviews where assignment_id = given.id)) end as open
                  from assignments given) as each_one
         group by track_id) as counted
 where counted.track_id = track.id;

alter table leases add constraint leases__place check (assignment_id is null or needs_place and closed_at is null) not valid;
alter table leases add constraint leases__assignment_id foreign key (assignment_id) references assignments (id) not valid;
alter table reviews add constraint reviews__assignment_id foreign key (assignment_id) references assignments (id) not valid;
