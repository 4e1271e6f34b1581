-- Reports of a thing that its owner took away are closed, not dismissed.

alter table reports
  drop constraint reports__outcome,
  add constraint reports__outcome check (outcome in ('dismissed', 'taken_down', 'gone'));
