-- What everyone may see is kept by servers for up to a second. This tells them sooner that it has changed: a track that is
-- new, taken down, deleted or edited, an artist who is hidden or edits the profile. Counters are left out: they change all
-- the time, and a second later is soon enough for them.

create trigger artist_tracks__public_news after insert on artist_tracks for each row
  execute function tell_news('public');
create trigger artist_tracks__public_change_news after update of status, title, genre, is_blind on artist_tracks for each row
  when (old.status is distinct from new.status or old.title is distinct from new.title
    or old.genre is distinct from new.genre or old.is_blind is distinct from new.is_blind)
  execute function tell_news('public');
create trigger profiles__public_news after update of display_name, is_private, bio, avatar_key on profiles for each row
  when (old.display_name is distinct from new.display_name or old.is_private is distinct from new.is_private
    or old.bio is distinct from new.bio or old.avatar_key is distinct from new.avatar_key)
  execute function tell_news('public');
create trigger users__public_news after update of suspended_at on users for each row
  when (old.suspended_at is distinct from new.suspended_at) execute function tell_news('public');
