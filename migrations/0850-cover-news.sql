-- A cover that is replaced or taken away is gone at once: what everyone may see must not name it any longer.

drop trigger artist_tracks__public_change_news on artist_tracks;
create trigger artist_tracks__public_change_news
  after update of status, title, genre, is_blind, cover_key on artist_tracks for each row
  when (old.status is distinct from new.status or old.title is distinct from new.title
    or old.genre is distinct from new.genre or old.is_blind is distinct from new.is_blind
    or old.cover_key is distinct from new.cover_key)
  execute function tell_news('public');
