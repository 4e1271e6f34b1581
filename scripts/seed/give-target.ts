import { integer, uuid } from '#server/adapters/database/columns.ts';
import type { Database } from '#server/adapters/database/database.ts';
import { statement } from '#server/adapters/database/statement.ts';

const setTarget = statement({ takes: { trackId: uuid, target: integer }, gives: {} })`
  update artist_tracks set review_target = ${'target'} where id = ${'trackId'} and review_target < ${'target'}`;

/** Raises a sample track's review target above its plan's, for a page with many reviews. */
export async function giveTarget(owner: Database, trackId: string, target: number): Promise<void> {
  await setTarget.run(owner, { trackId, target });
}
