import type { Transaction } from '../adapters/database/database.ts';
import { endPanel, openKeptPlaces, withdrawInvitations } from './versions-store.ts';

/** Ends the panel of a version once as many have chosen as places are kept: its one call is made of them. False while it goes on. */
export async function endFullPanel(tx: Transaction, trackId: string, now: Date): Promise<boolean> {
  if ((await endPanel.run(tx, { trackId, endedBy: 'full', now })) === 0) return false;
  await openKeptPlaces.run(tx, { trackId });
  await withdrawInvitations.run(tx, { trackId });
  return true;
}
