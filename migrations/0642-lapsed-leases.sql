-- Who lets leases lapse holds no place until a review is sent; who has listened may send when a track ends.

alter table assignments
  -- It holds no place before its review is sent.
  add column is_loose boolean not null default false,
  -- Why the track is no longer served; who had proven the minute may send their review until then.
  add column ended_for text constraint assignments__ended_for check (ended_for in ('deleted', 'suspended', 'taken_down')),
  add column sendable_until timestamptz(3),
  add constraint assignments__sendable check (sendable_until is null or ended_for is not null);

-- Leases of a listener that have lapsed since the last review.
create table lapsed_leases (
  listener_id uuid primary key constraint lapsed_leases__listener_id references profiles (user_id),
  in_row integer not null default 1 constraint lapsed_leases__in_row check (in_row > 0)
);
grant select, delete on lapsed_leases to earshot_app;

create function tally_lapse() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.outcome = 'reviewed' then
    delete from lapsed_leases where listener_id = new.listener_id;
  else
    insert into lapsed_leases as known (listener_id) values (new.listener_id)
      on conflict (listener_id) do update set in_row = known.in_row + 1;
  end if;
  return null;
end $$;
revoke all on function tally_lapse() from public;
create trigger assignments__lapsed after update of holds_place, outcome on assignments for each row
  when (old.outcome is distinct from new.outcome and new.outcome = 'reviewed'
    or old.holds_place and not new.holds_place and new.closed_at is null and new.ended_for is null)
  execute function tally_lapse();
