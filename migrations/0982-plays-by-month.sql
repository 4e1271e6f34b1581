-- Nobody acts on plays by hour of the day.
alter table track_months drop column hours;
drop function if exists add_to_track_month(uuid, timestamptz, integer, integer, integer);
