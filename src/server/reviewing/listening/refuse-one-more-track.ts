import type { Transaction } from '../../adapters/database/database.ts';
import { refuse } from '../../foundation/refusals.ts';
import type { Bounds } from '../../trust/standing/standing-of.ts';
import { mayOpenFrom, openedWithinHours } from './opened-tracks-rules.ts';
import { openedTracks } from './opened-tracks-store.ts';

interface Wanted {
  readonly listenerId: string;
  readonly trackId: string;
  readonly now: Date;
}

const openedBy = (tx: Transaction, { listenerId, now }: Omit<Wanted, 'trackId'>) =>
  openedTracks.all(tx, { listenerId, since: new Date(now.getTime() - openedWithinHours * 3_600_000) });

/** Whether the listener opened this track recently and can still review it. */
export const hasOpened = async (tx: Transaction, wanted: Wanted): Promise<boolean> =>
  (await openedBy(tx, wanted)).some(({ trackId }) => trackId === wanted.trackId);

/** Whether the listener may not open another track. */
export async function hasOpenedAll(
  tx: Transaction,
  { openedTracks: most }: Bounds,
  wanted: Omit<Wanted, 'trackId'>,
): Promise<boolean> {
  return (await openedBy(tx, wanted)).length >= most;
}

/** @throws Refusal tracks_opened if the listener has opened as many tracks without a review as their standing allows */
export async function refuseOneMoreTrack(
  tx: Transaction,
  { openedTracks: most }: Bounds,
  wanted: Wanted,
): Promise<void> {
  const { trackId, now } = wanted;
  const opened = await openedBy(tx, wanted);
  const from = mayOpenFrom(opened, most, trackId);
  if (from === null) return;
  refuse('tracks_opened', {
    most,
    retryAfterSeconds: Math.max(1, Math.ceil((from.getTime() - now.getTime()) / 1000)),
    lastTrackId: opened.at(-1)?.servedId ?? null,
  });
}
