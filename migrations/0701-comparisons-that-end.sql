-- Whoever compares a new version with a former one that is taken down is told at once, too.

create function tell_comparing() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify('earshot_news', 'served ' || served.listener_id)
     from assignments served join artist_tracks version on version.id = served.track_id
    where version.predecessor_id = new.id and served.is_returning and not served.is_coming and served.closed_at is null;
  return null;
end $$;
revoke all on function tell_comparing() from public;
create trigger artist_tracks__former_ended after update of status on artist_tracks for each row
  when (old.status = 'active' and new.status <> 'active') execute function tell_comparing();
