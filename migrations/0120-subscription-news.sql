-- A plan changes by the provider's notice, at any time: whoever looks at it sees it change. The words of a track are news, too.

create trigger artist_subscriptions__new_news after insert on artist_subscriptions for each row
  execute function tell_news('subscriptions', 'user_id');
create trigger artist_subscriptions__news after update on artist_subscriptions for each row
  when (old is distinct from new) execute function tell_news('subscriptions', 'user_id');

drop trigger artist_tracks__news on artist_tracks;
create trigger artist_tracks__news after update on artist_tracks for each row
  when (old.status is distinct from new.status or old.review_count is distinct from new.review_count
    or old.rating_sum is distinct from new.rating_sum or old.title is distinct from new.title
    or old.genre is distinct from new.genre or old.description is distinct from new.description)
  execute function tell_news('tracks', 'artist_id');
