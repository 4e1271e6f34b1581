import type { Queryable } from '#server/adapters/database/database.ts';
import { sql } from '#tests/support/world/sql.ts';

/** Delays every new job by a day, so that none runs during a measurement. */
export async function jobsWait(owner: Queryable): Promise<void> {
  await sql(
    owner,
    `create function bench_wait() returns trigger language plpgsql as
     'begin new.run_at := now() + interval ''1 day''; return new; end'`,
  );
  await sql(
    owner,
    `create trigger bench_wait before insert on graphile_worker._private_jobs
     for each row execute function bench_wait()`,
  );
}
