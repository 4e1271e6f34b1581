import type { Dependencies } from '../dependencies.ts';
import { openHousePlace } from '../tracks/open-house-place.ts';
import { heldPlaces, markPlaceOpened } from './held-places-store.ts';

/** The name of the job that opens places which reviews hold that wait for a person. */
export const openHeldPlacesJob = 'open-held-places';

const heldHours = 24;
/** A run ends after so many; the next one goes on. */
const mostOfRun = 1000;

/** A review that waits for a person holds its place for a day; then the place is opened, once, from the house pool. */
export async function openHeldPlaces({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  const until = new Date(now.getTime() - heldHours * 3_600_000);
  for (const { id, trackId } of await heldPlaces.all(database, { until, most: mostOfRun })) {
    await database
      .transaction(async (tx) => {
        // The review first: two runs at once would open two places for it.
        if ((await markPlaceOpened.run(tx, { id, now })) === 0) return;
        if (!(await openHousePlace(tx, trackId))) throw new PoolIsEmpty();
      })
      .catch(ignoreEmptyPool);
  }
}

/** Somebody took the last place of the pool since. Takes the mark back. */
class PoolIsEmpty extends Error {}

function ignoreEmptyPool(error: unknown): void {
  if (!(error instanceof PoolIsEmpty)) throw error;
}
