-- What a review pays is fixed when its track is served; why and how long a review waits is kept with it.

alter table ledger.rates
  add trusted_reward_cents bigint not null default 20,
  add constraint rates__trusted_reward_cents check (trusted_reward_cents > 0);

alter table assignments
  add reward_cents bigint not null default 15 constraint assignments__reward_cents check (reward_cents > 0),
  -- The listener chose the track.
  add is_wished boolean not null default false;
create index assignments__wished on assignments (listener_id, served_at desc) where is_wished;

alter table reviews
  add reward_cents bigint not null default 15 constraint reviews__reward_cents check (reward_cents > 0),
  add is_wished boolean not null default false,
  -- What a pending review waits for: a person, the end of a wait before the rules decide, or room in the day's budget.
  add waits_for text constraint reviews__waits_for check (waits_for in ('person', 'rules', 'first_reviews', 'budget')),
  -- The date moves once.
  add due_moved boolean not null default false;
grant insert (is_wished) on reviews to earshot_app;
grant update (waits_for, due_moved) on reviews to earshot_app;
grant update (version, passed, detail) on review_findings to earshot_app;
create index reviews__waiting_for_person on reviews (listener_id) where status = 'pending' and waits_for = 'person';

-- The server never names an amount: what is served and what is reviewed takes it from the ledger's rates.
create function fix_served_reward() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select case when exists (select from standings where listener_id = new.listener_id and standing = 'trusted')
           then rate.trusted_reward_cents else rate.reward_cents end
    into strict new.reward_cents from ledger.rates rate;
  return new;
end $$;
create function fix_review_reward() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.reward_cents := coalesce(
    (select served.reward_cents from assignments served
      where served.listener_id = new.listener_id and served.track_id = new.track_id and served.closed_at is null
        and not served.is_coming),
    (select rate.reward_cents from ledger.rates rate));
  return new;
end $$;
create function keep_reward() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'A reward is fixed when the track is served' using errcode = 'restrict_violation';
end $$;
revoke all on function fix_served_reward(), fix_review_reward(), keep_reward() from public;
create trigger assignments__reward before insert on assignments for each row execute function fix_served_reward();
create trigger assignments__reward_kept before update of reward_cents on assignments
  for each row when (old.reward_cents <> new.reward_cents) execute function keep_reward();
create trigger reviews__reward before insert on reviews for each row execute function fix_review_reward();
create trigger reviews__reward_kept before update of reward_cents on reviews
  for each row when (old.reward_cents <> new.reward_cents) execute function keep_reward();

-- Pending reviews that were judged so far: those with a failed finding wait for a person.
update reviews review
   set waits_for = case when exists (select from review_findings finding
     where finding.review_id = review.id and not finding.passed) then 'person' else 'rules' end
 where status = 'pending' and due_at is not null;

-- The rewards of a day are summed against the day's budget.
create index transactions__rewards on ledger.transactions (created_at) include (gross_cents) where kind = 'reward';

-- Accounts of tests and samples have no bounds.
create function has_bounds(person users) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select not (person.is_test or person.email_normalized like '%@sample.invalid')
$$;
revoke all on function has_bounds(users) from public;
grant execute on function has_bounds(users) to earshot_app;
