import type { Transaction } from '../../adapters/database/database.ts';
import { openReturningPlaces } from '../../plans/balance/assign-reviews.ts';
import { endPanel, withdrawInvitations } from './versions-store.ts';

/**
 * Ends a version's panel once as many have chosen as it was planned for; the result is based on them. False if it
 * continues.
 */
export async function endFullPanel(tx: Transaction, trackId: string, now: Date): Promise<boolean> {
  if ((await endPanel.run(tx, { trackId, endedBy: 'full', now })) === 0) return false;
  await openReturningPlaces(tx, trackId);
  await withdrawInvitations.run(tx, { trackId });
  return true;
}
