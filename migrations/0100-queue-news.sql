-- A track that can be heard from now on is news for every listener whose queue is empty.

create trigger artist_tracks__queue_news after insert on artist_tracks for each row
  when (new.status = 'active') execute function tell_news('queue');
create trigger users__queue_news after update of suspended_at on users for each row
  when (old.suspended_at is not null and new.suspended_at is null) execute function tell_news('queue');
