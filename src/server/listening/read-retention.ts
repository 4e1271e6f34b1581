import { leastUnpaidSeconds } from '#contract/business-rules.ts';
import type { Retention } from '#contract/listening.ts';
import type { Caller } from '../caller.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { readTrackRetention } from './heard-store.ts';
import { readMoments } from './read-hearing.ts';
import { readStays, type Stays } from './read-stays.ts';

/** Fewer listeners than this would say too much of each. */
const fewestStays = 5;

/** How many listeners heard each part of the caller's own track; an admin may look too. Refuses 'not_found'. */
export async function readRetention(
  deps: Pick<Dependencies, 'database' | 'clock'>,
  caller: Caller,
  trackId: string,
): Promise<Retention> {
  const row = await readTrackRetention.one(deps.database, { trackId });
  if (!row || (row.artistId !== caller.userId && !caller.isAdmin)) refuse('not_found');
  const [stays, moments] = await Promise.all([readStays(deps, trackId), readMoments(deps, trackId)]);
  return {
    listeners: row.listeners,
    parts: row.parts,
    stays: stays.stays.length < fewestStays ? null : countStays(stays),
    moments: moments.map(({ kind, atSecond }) => ({ kind, atSecond })),
  };
}

const countStays = ({ stays, leftOut }: Stays) => ({
  listeners: stays.length,
  stayed: stays.filter(({ unpaidSeconds }) => unpaidSeconds >= leastUnpaidSeconds).length,
  leftOut,
});
