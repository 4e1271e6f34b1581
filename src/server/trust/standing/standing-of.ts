import type { Standing } from '#contract/trust/standing/standing-bounds.ts';
import type { Queryable } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { noFigures, standingFrom } from './standing-rules.ts';
import { keptStanding } from './standing-store.ts';

/** A listener's standing, as of the latest decision or nightly run. */
export async function standingOf(
  db: Queryable,
  { config }: Pick<Dependencies, 'config'>,
  listenerId: string,
): Promise<Standing> {
  const kept = await keptStanding.one(db, { listenerId });
  return kept?.standing ?? standingFrom(noFigures, config.standingBounds);
}
