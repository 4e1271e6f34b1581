import type { Database } from '../adapters/database/database.ts';
import { forecastDays } from './forecast-rules.ts';
import { countSupply } from './supply-store.ts';

/** Recomputes the figures that forecasts use. */
export async function recountSupply(database: Database, now: Date): Promise<void> {
  const day = 24 * 3_600_000;
  const since = new Date(now.getTime() - forecastDays * day);
  await countSupply.run(database, { since, decidedUntil: new Date(now.getTime() - day), now });
}
