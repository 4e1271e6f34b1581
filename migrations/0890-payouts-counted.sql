-- How many payouts wait and what they come to is kept like the other figures of the admin's cards: adding them up at each
-- visit reads every one that waits. Test accounts are not counted.
create function count_payout() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  payout payout_requests := coalesce(new, old);
  waited integer := case when tg_op <> 'INSERT' and old.status = 'pending' then 1 else 0 end;
  waits integer := case when tg_op <> 'DELETE' and new.status = 'pending' then 1 else 0 end;
begin
  if waits = waited or exists (select from users where id = payout.listener_id and is_test) then return null; end if;
  perform count_platform('payouts waiting', waits - waited);
  perform count_platform('cents of payouts waiting', (waits - waited) * payout.amount_cents::integer);
  return null;
end $$;
revoke all on function count_payout() from public;

-- At the end of the transaction, so that nobody holds a sum while waiting for anything else. What is asked for never changes.
create constraint trigger payout_requests__platform after insert or delete or update of status on payout_requests
  deferrable initially deferred for each row execute function count_payout();

create or replace function recount_platform() returns void
language sql set search_path = public, pg_temp as $$
  delete from platform_counts;
  insert into platform_counts (counted, part, number)
  select what, 0, sum(number) from (
    select unnest(counted_as('artist_tracks', to_jsonb(track))) as what, 1 as number from artist_tracks track
    union all
    select unnest(counted_as('reviews', to_jsonb(review))), 1 from reviews review
     where not exists (select from users where id = review.listener_id and is_test)
    union all
    select unnest(counted_as('profiles', to_jsonb(profile))), 1 from profiles profile
     where not exists (select from users where id = profile.user_id and is_test)
    union all
    select given.what, given.number from payout_requests payout
      cross join lateral (values ('payouts waiting', 1), ('cents of payouts waiting', payout.amount_cents)) as given (what, number)
     where payout.status = 'pending' and not exists (select from users where id = payout.listener_id and is_test)
  ) as counted group by what;
$$;

-- Only these two: counting everything anew would hold up whoever changes the rest.
insert into platform_counts (counted, part, number)
select given.what, 0, sum(given.number) from payout_requests payout
  cross join lateral (values ('payouts waiting', 1), ('cents of payouts waiting', payout.amount_cents)) as given (what, number)
 where payout.status = 'pending' and not exists (select from users where id = payout.listener_id and is_test)
 group by given.what;
