-- Why the later track of two that are the same recording was kept from listeners for a while: once for each track, so that
-- nobody keeps it longer than the 48 hours.
alter table same_recordings add column held_for text
  constraint same_recordings__held_for check (held_for in ('newcomer', 'report'));
update same_recordings set held_for = 'newcomer'
 where later_id in (select id from artist_tracks where held_until is not null);
