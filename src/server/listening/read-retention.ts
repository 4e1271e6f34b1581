import type { Retention } from '#contract/listening.ts';
import type { Caller } from '../caller.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { readTrackRetention } from './heard-store.ts';

/** How many listeners heard each part of the caller's own track; an admin may look too. Refuses 'not_found'. */
export async function readRetention(
  { database }: Pick<Dependencies, 'database'>,
  caller: Caller,
  trackId: string,
): Promise<Retention> {
  const row = await readTrackRetention.one(database, { trackId });
  if (!row || (row.artistId !== caller.userId && !caller.isAdmin)) refuse('not_found');
  return { listeners: row.listeners, parts: row.parts };
}
