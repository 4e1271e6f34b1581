-- A cover that is replaced or removed is told like a title.
drop trigger artist_tracks__public_change_news on artist_tracks;
create trigger artist_tracks__public_change_news after update of status, title, genre, is_blind, cover_key on artist_tracks
  for each row
  when (old.status is distinct from new.status or old.title is distinct from new.title
    or old.genre is distinct from new.genre or old.is_blind is distinct from new.is_blind
    or old.cover_key is distinct from new.cover_key)
  execute function tell_news('public');

-- Whether the last email to an address was refused for good.
create index outbox__recipient on outbox (recipient_address, created_at desc);
