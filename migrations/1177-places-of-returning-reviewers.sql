-- The founder's open places read the few assignments that wait for the reviewers of a former version.
create index assignments__returning on assignments (track_id) where returning_until is not null and closed_at is null;
