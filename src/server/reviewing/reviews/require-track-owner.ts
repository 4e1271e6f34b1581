import type { Database } from '../../adapters/database/database.ts';
import type { Caller } from '../../foundation/caller.ts';
import { refuse } from '../../foundation/refusals.ts';
import { trackOwner } from './review-store.ts';

/** Only the track's artist and admins may read its reviews. @throws Refusal not_found */
export async function requireTrackOwner(database: Database, caller: Caller, trackId: string): Promise<void> {
  const owner = await trackOwner.one(database, { trackId });
  if (!owner || (owner.artistId !== caller.userId && !caller.isAdmin)) refuse('not_found');
}
