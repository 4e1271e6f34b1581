-- The address of a track's shared verdict, which nobody can guess; null while the artist does not share it. The id of a
-- track stands on its artist's page, so pictures under it end.
alter table artist_tracks add column verdict_address uuid;
update artist_tracks set verdict_address = gen_random_uuid() where shares_verdict;
create unique index artist_tracks__verdict_address on artist_tracks (verdict_address) where verdict_address is not null;
alter table artist_tracks drop column shares_verdict;
grant update (verdict_address) on artist_tracks to earshot_app;
