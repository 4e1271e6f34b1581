-- The blind comparison of a new version with the former one: what its listener hears under which name.

alter table version_comparisons
  -- By these ids alone the listener names the two sides.
  add column a_id uuid not null default gen_random_uuid(),
  add column b_id uuid not null default gen_random_uuid(),
  add column new_is_a boolean not null default random() < 0.5,
  -- What this comparison proves of the former version; of the new one it is kept as of every track.
  add column former_heard int4multirange not null default '{}',
  add column former_listened_ms bigint not null default 0
    constraint version_comparisons__former_listened_ms check (former_listened_ms >= 0),
  add column former_delivered int4multirange not null default '{}';

-- Which side is which, and what was chosen, stay as they are.
create function keep_comparison() returns trigger
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
create trigger version_comparisons__kept before update on version_comparisons
  for each row execute function keep_comparison();
revoke all on function keep_comparison() from public;

-- The side that was audible at the last report.
alter table listening_clocks add column side text constraint listening_clocks__side check (side in ('a', 'b'));

-- What was counted when the panel ended: the one call is made of it.
alter table version_panels
  add column preferred_new integer,
  add column preferred_former integer,
  add column no_difference integer;
update version_panels set preferred_new = 0, preferred_former = 0, no_difference = 0 where ended_at is not null;
alter table version_panels add constraint version_panels__counted
  check (num_nonnulls(preferred_new, preferred_former, no_difference) = case when ended_at is null then 0 else 3 end);
