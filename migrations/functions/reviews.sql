-- Reviews: the reward is fixed when a track is served, and a blind comparison stays as it was made.

-- The server never names an amount: what is served and what is reviewed takes it from the ledger's rates.
create or replace function fix_served_reward() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select case when exists (select from standings where listener_id = new.listener_id and standing = 'trusted')
           then rate.trusted_reward_cents else rate.reward_cents end
    into strict new.reward_cents from ledger.rates rate;
  return new;
end $$;

create or replace function fix_review_reward() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.reward_cents := coalesce(
    (select served.reward_cents from leases served
      where served.listener_id = new.listener_id and served.track_id = new.track_id and served.closed_at is null
        and not served.is_coming),
    (select rate.reward_cents from ledger.rates rate));
  return new;
end $$;

create or replace function keep_reward() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'A reward is fixed when the track is served' using errcode = 'restrict_violation';
end $$;

-- Which side is which, and what was chosen, stay as they are.
create or replace function keep_comparison() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if new.new_is_a <> old.new_is_a or new.a_id <> old.a_id or new.b_id <> old.b_id then
    raise exception 'the sides of a comparison stay as they are';
  end if;
  if old.choice is not null and (new.choice, new.chosen_at) is distinct from (old.choice, old.chosen_at) then
    raise exception 'a choice stays as it is';
  end if;
  return new;
end $$;

-- Artists whose marks count: they paid for a period of the days before, which nobody took back, and are nobody's test.
create or replace function marks_count(p_artist uuid, p_since timestamptz) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (select from users person
      where person.id = p_artist and has_bounds(person) and person.suspended_at is null)
    and exists (select from billing_payments paid
      where paid.user_id = p_artist and paid.period_end >= p_since
        and not exists (select from billing_reversals back where back.payment_id = paid.id
          and back.status in ('pending', 'succeeded', 'open', 'lost')))
$$;
