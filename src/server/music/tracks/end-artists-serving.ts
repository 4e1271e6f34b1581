import type { Dependencies } from '../../foundation/dependencies.ts';
import { activeTrackIds, endServing } from './end-serving.ts';

/** Ends the serving of all tracks of a suspended artist. */
export async function endArtistsServing(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  artistId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const trackIds = await activeTrackIds(tx, artistId);
    await endServing(tx, { trackIds, why: 'suspended', now: clock.now() });
  });
}
