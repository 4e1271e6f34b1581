import { integer, timestamp, uuid } from '#server/adapters/database/columns.ts';
import type { Database } from '#server/adapters/database/database.ts';
import { statement } from '#server/adapters/database/statement.ts';

const insertSubscription = statement({
  takes: { userId: uuid, price: integer, start: timestamp, end: timestamp },
  gives: {},
})`insert into artist_subscriptions (user_id, plan, uploads_limit, price_per_month_cents, active, started_at,
     current_period_start, current_period_end)
   values (${'userId'}, 'unlimited', null, ${'price'}, true, ${'start'}, ${'start'}, ${'end'})`;

/** Gives an unlimited plan for a period in the past, without a provider. */
export async function giveUnlimitedPlan(
  owner: Database,
  userId: string,
  start: Date,
  end: Date,
): Promise<void> {
  await insertSubscription.run(owner, { userId, price: 9900, start, end });
}
