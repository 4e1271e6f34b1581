-- A restored track opens again what its takedown had closed about its recording, and the other track waits for the rest of its hold.
alter table same_recordings
  add column takedown_id uuid constraint same_recordings__takedown_id references takedowns (id),
  add column held_until timestamptz(3),
  add constraint same_recordings__takedown check (takedown_id is null or decision = 'taken_down');
create index same_recordings__takedown on same_recordings (takedown_id) where takedown_id is not null;
update same_recordings same set takedown_id = down.id
  from takedowns down
 where same.decision = 'taken_down' and down.kind = 'track' and down.track_id in (same.earlier_id, same.later_id)
   and down.taken_at = same.decided_at and down.taken_by = same.decided_by and down.restored_at is null;
