-- Taking a track down closes what was open about its recording.
alter table same_recordings drop constraint same_recordings__decision;
alter table same_recordings add constraint same_recordings__decision check (decision in ('dismissed', 'kept', 'taken_down'));
