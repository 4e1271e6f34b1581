import { Logger, runMigrations } from 'graphile-worker';
import { type Client, Pool } from 'pg';
import { clientConfig, type DatabaseAddress } from '../database-address.ts';

/**
 * Creates graphile-worker's tables in the schema `graphile_worker`, owned by earshot_owner, and lets earshot_app add
 * and run jobs. `client` must be acting as earshot_owner and hold the migration lock.
 */
export async function migrateJobs(client: Client, address: DatabaseAddress): Promise<void> {
  const pool = new Pool({
    ...clientConfig(address, 'earshot_owner'),
    max: 1,
    application_name: 'earshot migrate',
  });
  // graphile-worker requires both listeners. The error itself reaches the caller of the failed statement.
  pool.on('error', () => undefined);
  pool.on('connect', (connected) => connected.on('error', () => undefined));
  try {
    await runMigrations({ pgPool: pool, taskList: {}, logger: new Logger(() => () => undefined) });
  } finally {
    await pool.end();
  }
  await client.query(grants);
  await client.query(failedIndex);
}

// The tables have row level security without a policy, which hides all rows from everyone but the owner. Runs at every
// start, because a newer graphile-worker may add tables.
const grants = `
  grant usage on schema graphile_worker to earshot_app;
  grant select, insert, update, delete on all tables in schema graphile_worker to earshot_app;
  revoke insert, update, delete on graphile_worker.migrations from earshot_app;
  grant usage, select on all sequences in schema graphile_worker to earshot_app;
  grant execute on all functions in schema graphile_worker to earshot_app;
  do $$
  declare
    secured regclass;
  begin
    for secured in
      select c.oid from pg_class c
      where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
        and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'earshot_app')
    loop
      execute format('create policy earshot_app on %s to earshot_app using (true) with check (true)', secured);
    end loop;
  end
  $$;
`;

// For the admin's list of failed jobs. Checked at every start, because a newer graphile-worker may recreate the table.
const failedIndex = `
  do $$
  begin
    if to_regclass('graphile_worker.earshot_failed_jobs') is null then
      create index earshot_failed_jobs on graphile_worker._private_jobs (updated_at desc, id desc)
        where attempts > 0 and last_error is not null;
    end if;
  end
  $$;
`;
