-- The clock of a promise stands while its track is taken down.

alter table artist_tracks
  drop constraint artist_tracks__stopped_for,
  add constraint artist_tracks__stopped_for check (stopped_for in ('suspension', 'budget', 'look', 'takedown'));
