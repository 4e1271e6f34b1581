import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { connectDatabase } from '#server/adapters/database/connections/postgres-database.ts';
import { findSessionOfCaller } from '#server/identity/sessions-store.ts';
import { createTestDatabase } from '#tests/support/world/database.ts';
import { sql } from '#tests/support/world/sql.ts';

test('PostgreSQL reuses the plan of the session lookup, for one session and for several', async () => {
  const world = await createTestDatabase();
  const { database } = await connectDatabase({
    address: world.address,
    role: 'earshot_app',
    poolSize: 1,
    throwAway: true,
  });
  try {
    // As in production; the database of a test run keeps every plan.
    await sql(database, 'set plan_cache_mode = auto');
    const lookUp = (count: number) =>
      Promise.all(Array.from({ length: count }, () => findSessionOfCaller(database, randomUUID())));
    for (let i = 0; i < 12; i += 1) {
      await lookUp(1);
      await lookUp(2 + (i % 4));
    }
    const plans = await sql(
      database,
      `select custom_plans::integer as anew, generic_plans::integer as kept from pg_prepared_statements
       where statement like '%from sessions s join users%' and statement not like '%pg_prepared%'`,
    );
    // Of its first five runs PostgreSQL learns which is cheaper.
    expect(plans).toEqual([
      { anew: 5, kept: 7 },
      { anew: 5, kept: 7 },
    ]);
  } finally {
    await database.close();
    await world.drop();
  }
});
