-- A listener's temporary right to a track is called a lease.
alter table assignments rename to leases;
alter table listening_clocks rename column assignment_id to lease_id;
do $$
declare
  old record;
begin
  for old in
    select conname as name, conrelid::regclass as of_table,
        regexp_replace(replace(conname, 'assignment_id', 'lease_id'), '^assignments_', 'leases_') as new_name
      from pg_constraint
     where connamespace = 'public'::regnamespace and conname ~ '^assignments_|assignment_id'
  loop
    execute format('alter table %s rename constraint %I to %I', old.of_table, old.name, old.new_name);
  end loop;
  for old in
    select relname as name, regexp_replace(relname, '^assignments_', 'leases_') as new_name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'i' and relname ~ '^assignments_'
  loop
    execute format('alter index %I rename to %I', old.name, old.new_name);
  end loop;
  -- Triggers of the installed version stay until triggers.sql runs, and the next migrations may change rows.
  for old in
    select pg_get_functiondef(oid) as definition from pg_proc
     where pronamespace in ('public'::regnamespace, 'ledger'::regnamespace) and prosrc ~ '\massignments\M'
  loop
    execute regexp_replace(old.definition, '\massignments\M', 'leases', 'g');
  end loop;
end $$;
