import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { reservePlace } from '../../plans/balance/reserve-place.ts';
import { activeTracksOf, endProven, lockServed, provenServed, withdrawServed } from './tracks-store.ts';

export const activeTrackIds = async (tx: Transaction, artistId: string): Promise<string[]> =>
  (await activeTracksOf.all(tx, { artistId })).map(({ id }) => id);

/** Hours in which a listener who has proven the minute may send the review of a track that is no longer served. */
const sendableHours = 24;

/**
 * Ends the serving of tracks before they leave the queue. Listeners who have proven the minute and have a place may
 * still send their review for a day, and are paid; others get another track.
 */
export async function endServing(
  tx: Transaction,
  ended: {
    readonly trackIds: readonly string[];
    readonly why: 'deleted' | 'suspended' | 'taken_down';
    readonly now: Date;
  },
): Promise<void> {
  const trackIds = [...ended.trackIds];
  const { why, now } = ended;
  const until = new Date(now.getTime() + sendableHours * 3_600_000);
  await lockServed.all(tx, { trackIds });
  for (const served of await provenServed.all(tx, { trackIds })) {
    if ((await reservePlace(tx, { ...served, isProven: true, isSent: true })).isKept) {
      await endProven.run(tx, { id: served.id, why, until });
    }
  }
  await withdrawServed.run(tx, { trackIds, why, now });
}

export async function endArtistsServing(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  artistId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const trackIds = await activeTrackIds(tx, artistId);
    await endServing(tx, { trackIds, why: 'suspended', now: clock.now() });
  });
}
