-- What has changed, told to every server that listens, so that open pages can look again. One line: a topic and whom it
-- is for. A listener on the channel learns ids, never contents. Counters of plays are left out: they change all the time.

create function tell_news() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  changed jsonb := to_jsonb(new);
  topic text := tg_argv[0];
begin
  -- Each further argument names the column that says whom the news is for; none is news for the admins.
  for i in 1 .. tg_nargs - 1 loop
    perform pg_notify('earshot_news', topic || ' ' || (changed ->> tg_argv[i]));
  end loop;
  if tg_nargs = 1 then perform pg_notify('earshot_news', topic); end if;
  return null;
end $$;

create trigger profiles__news after update on profiles for each row
  when (old is distinct from new) execute function tell_news('profile', 'user_id');
create trigger user_roles__news after insert on user_roles for each row
  execute function tell_news('access', 'user_id');
create trigger users__news after update of suspended_at on users for each row
  when (old.suspended_at is distinct from new.suspended_at) execute function tell_news('access', 'id');
create trigger sessions__news after update of ended_at on sessions for each row
  when (old.ended_at is null and new.ended_at is not null) execute function tell_news('access', 'user_id');

create trigger accounts__news after update on ledger.accounts for each row
  when (new.listener_id is not null and old.balance_cents is distinct from new.balance_cents)
  execute function tell_news('wallet', 'listener_id');
create trigger payout_requests__news after insert or update on payout_requests for each row
  execute function tell_news('wallet', 'listener_id');
create trigger payout_requests__queue_news after insert or update on payout_requests for each row
  execute function tell_news('admin');

create trigger reviews__new_news after insert on reviews for each row
  execute function tell_news('reviews', 'listener_id', 'artist_id');
create trigger reviews__news after update on reviews for each row
  when (old.status is distinct from new.status) execute function tell_news('reviews', 'listener_id', 'artist_id');
create trigger reviews__queue_news after insert or update of status on reviews for each row
  execute function tell_news('admin');

create trigger artist_tracks__new_news after insert on artist_tracks for each row
  execute function tell_news('tracks', 'artist_id');
create trigger artist_tracks__news after update on artist_tracks for each row
  when (old.status is distinct from new.status or old.review_count is distinct from new.review_count
    or old.rating_sum is distinct from new.rating_sum)
  execute function tell_news('tracks', 'artist_id');
