-- A track that its artist wants heard blind: without title, artist and description until the review is sent.

alter table artist_tracks add column is_blind boolean not null default false;
grant update (is_blind) on artist_tracks to earshot_app;

-- As it was served: what is being heard blind stays blind when the artist turns it off. Its listener knows the track by the
-- id of the assignment.
alter table assignments add column is_blind boolean not null default false;

create or replace view shown_tracks as
  select track.id, track.title, track.genre, track.review_count, track.rating_sum, track.play_count, file.duration_ms,
         file.peaks, track.created_at, track.artist_id, artist.display_name as artist_name, artist.is_private,
         track.is_blind
    from artist_tracks track
    join audio_files file on file.id = track.audio_file_id
    join profiles artist on artist.user_id = track.artist_id
    join users on users.id = track.artist_id and users.suspended_at is null
   where track.status = 'active';
create or replace view public_tracks as select * from shown_tracks where not is_private;

-- Who heard a track, the newest first.
create index assignments__track_played on assignments (track_id, served_at desc, id desc) where played;
