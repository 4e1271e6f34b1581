import type { Dependencies } from '../../foundation/dependencies.ts';
import { eachCatching } from '../../foundation/for-each.ts';
import { openHousePlace } from '../../music/tracks/open-house-place.ts';
import { heldPlaces, markPlaceOpened } from './held-places-store.ts';

/** The job that opens another place for each review that waits for a person. */
export const openHeldPlacesJob = 'open-held-places';

const heldHours = 24;
/** Reviews per run; the next run continues. */
const mostOfRun = 1000;

/**
 * A review that waits for a person occupies its place for a day. Then one more place is opened from the house pool,
 * once.
 */
export async function openHeldPlaces({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  const until = new Date(now.getTime() - heldHours * 3_600_000);
  const held = await heldPlaces.all(database, { until, most: mostOfRun });
  const open = ({ id, trackId }: (typeof held)[number]) =>
    database
      .transaction(async (tx) => {
        // Marks the review first, so that concurrent runs do not open two places for it.
        if ((await markPlaceOpened.run(tx, { id, now })) === 0) return;
        if (!(await openHousePlace(tx, trackId))) throw new PoolIsEmpty();
      })
      .catch(ignoreEmptyPool);
  await eachCatching(held, open, 'Some places could not be opened.');
}

/** Rolls the mark back if the last place of the pool was taken in the meantime. */
class PoolIsEmpty extends Error {}

function ignoreEmptyPool(error: unknown): void {
  if (!(error instanceof PoolIsEmpty)) throw error;
}
