-- Which artists a listener has met lately, so that the queue can spread them: no look goes through what was ever served.

create table met_artists (
  listener_id uuid not null constraint met_artists__listener_id references profiles (user_id),
  artist_id uuid not null constraint met_artists__artist_id references profiles (user_id),
  -- When a track of theirs was served for the last time, and another one before it.
  met_at timestamptz(3) not null,
  met_before timestamptz(3),
  constraint met_artists_pkey primary key (listener_id, artist_id)
);
create index met_artists__last on met_artists (listener_id, met_at desc);
grant select, delete on met_artists to earshot_app;

-- A track that is served again, or was leased ahead, is no new meeting.
create function meet_artist() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from assignments known where known.listener_id = new.listener_id
       and known.track_id = new.track_id and known.id <> new.id and not known.is_coming) then
    return null;
  end if;
  insert into met_artists as met (listener_id, artist_id, met_at)
    select new.listener_id, track.artist_id, new.served_at from artist_tracks track where track.id = new.track_id
    on conflict (listener_id, artist_id) do update set met_before = met.met_at, met_at = excluded.met_at;
  return null;
end $$;
revoke all on function meet_artist() from public;
create trigger assignments__met after insert on assignments for each row
  when (not new.is_coming and not new.is_unpaid) execute function meet_artist();
create trigger assignments__met_coming after update of is_coming on assignments for each row
  when (old.is_coming and not new.is_coming) execute function meet_artist();

insert into met_artists (listener_id, artist_id, met_at, met_before)
  select listener_id, artist_id, (array_agg(at order by at desc))[1], (array_agg(at order by at desc))[2]
    from (
      select a.listener_id, t.artist_id, max(a.served_at) as at from assignments a join artist_tracks t on t.id = a.track_id
       where a.served_at > now() - interval '30 days' and not a.is_coming and not a.is_unpaid
       group by a.listener_id, t.artist_id, a.track_id) as served
   group by listener_id, artist_id;
