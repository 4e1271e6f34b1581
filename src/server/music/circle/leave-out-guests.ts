import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Client } from '../../foundation/caller.ts';
import { deviceFingerprint } from '../../identity/fingerprint.ts';
import { hasGuests, isGuest, leaveOut } from './guests-store.ts';

interface Hearer {
  readonly listenerId: string;
  readonly client: Client;
  readonly trackId: string;
}

/**
 * Whether a listener may not hear a track for pay, because they opened a private link to a version of it: themselves, on one of
 * their browsers, or by an account linked with theirs. Then the queue leaves the track out from now on.
 */
export async function leaveOutGuest(
  tx: Transaction,
  { keys }: Pick<Dependencies, 'keys'>,
  { listenerId, client: { deviceMark }, trackId }: Hearer,
): Promise<boolean> {
  if (!(await hasGuests.only(tx, { trackId })).has) return false;
  const mark = deviceMark === undefined ? '' : deviceFingerprint(keys, deviceMark);
  if (!(await isGuest.only(tx, { trackId, listenerId, deviceMark: mark })).is) return false;
  await leaveOut.run(tx, { listenerId, trackId });
  return true;
}
