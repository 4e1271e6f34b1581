import type { Standing } from '#contract/standing/standing-bounds.ts';
import type { Queryable } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { noFigures, standingFrom } from './standing-rules.ts';
import { keptStanding } from './standing-store.ts';

/** The standing of a listener, as of the last decision or night. */
export async function standingOf(
  db: Queryable,
  { config }: Pick<Dependencies, 'config'>,
  listenerId: string,
): Promise<Standing> {
  const kept = await keptStanding.one(db, { listenerId });
  return kept?.standing ?? standingFrom(noFigures, config.standingBounds);
}
