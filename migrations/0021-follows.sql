-- Who wants to hear of an artist's new tracks.

create table follows (
  follower_id uuid not null constraint follows__follower_id references profiles (user_id),
  artist_id uuid not null constraint follows__artist_id references profiles (user_id),
  created_at timestamptz(3) not null,
  constraint follows__follower_artist primary key (follower_id, artist_id),
  constraint follows__self check (follower_id <> artist_id)
);
create index follows__artist on follows (artist_id, follower_id);

grant select, insert, delete on follows to earshot_app;
