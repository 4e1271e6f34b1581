-- A picture of the artist's own in place of the drawn sleeve. A new version begins with that of the former one, so two tracks
-- may name one object.
alter table artist_tracks add column cover_key text;
create index artist_tracks__cover on artist_tracks (cover_key) where cover_key is not null;
grant update (cover_key) on artist_tracks to earshot_app;

create or replace view shown_tracks as
  select track.id, track.title, track.genre, track.review_count, track.rating_sum, track.play_count, file.duration_ms,
         file.peaks, track.created_at, track.artist_id, artist.display_name as artist_name, artist.is_private,
         track.is_blind, track.cover_key
    from artist_tracks track
    join audio_files file on file.id = track.audio_file_id
    join profiles artist on artist.user_id = track.artist_id
    join users on users.id = track.artist_id and users.suspended_at is null
   where track.status = 'active';
create or replace view public_tracks as select * from shown_tracks where not is_private;
