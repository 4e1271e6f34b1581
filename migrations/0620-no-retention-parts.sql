-- A track's page shows who was still listening by stays, marks and skips. Nobody reads the sums of a hundred parts anymore, and
-- they cost every report of playback an update of a row that all listeners of the track share.
drop trigger heard_seconds__heard_first on heard_seconds;
drop trigger heard_seconds__heard_more on heard_seconds;
drop function count_heard_parts();
drop table track_retention;
