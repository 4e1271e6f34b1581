-- Nothing runs these jobs any more, so what is left of them would count as overdue for ever.
do $$
begin
  -- The tables of the jobs are made after the first migrations.
  if to_regclass('graphile_worker._private_jobs') is null then return; end if;
  delete from graphile_worker._private_jobs job using graphile_worker._private_tasks task
   where task.id = job.task_id and task.identifier in ('begin-waiting-tracks', 'index-review-texts', 'keep-promises',
     'mail-missed-promise', 'open-held-places', 'print-old-recordings');
end $$;
