-- What everybody may see, said once; and indexes by which it is found.

-- What is heard of an artist in good standing, as others may see it: never the audio.
create view shown_tracks as
  select track.id, track.title, track.genre, track.review_count, track.rating_sum, track.play_count, file.duration_ms,
         file.peaks, track.created_at, track.artist_id, artist.display_name as artist_name, artist.is_private
    from artist_tracks track
    join audio_files file on file.id = track.audio_file_id
    join profiles artist on artist.user_id = track.artist_id
    join users on users.id = track.artist_id and users.suspended_at is null
   where track.status = 'active';
-- Of them, what everybody may find.
create view public_tracks as select * from shown_tracks where not is_private;
grant select on shown_tracks, public_tracks to earshot_app;

-- Words anywhere in a title or a name.
create extension if not exists pg_trgm with schema public;
create index artist_tracks__title_words on artist_tracks using gin (title gin_trgm_ops) where status = 'active';
create index profiles__name_words on profiles using gin (display_name gin_trgm_ops);

-- What may be featured, the best first: of all genres, and of each.
create index artist_tracks__featured on artist_tracks ((rating_sum::numeric / review_count) desc, review_count desc, id)
  where status = 'active' and review_count >= 3 and rating_sum >= 4 * review_count;
create index artist_tracks__featured_of_genre
  on artist_tracks (genre, (rating_sum::numeric / review_count) desc, review_count desc, id)
  where status = 'active' and review_count >= 3 and rating_sum >= 4 * review_count;

-- Those few whose tracks are not counted.
create index profiles__private on profiles (user_id) where is_private;
