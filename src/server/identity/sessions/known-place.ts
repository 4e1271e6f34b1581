import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Queryable } from '../../adapters/database/database.ts';
import type { Client } from '../../foundation/caller.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { addressFingerprint, deviceFingerprint } from '../limits/fingerprint.ts';
import { isKnownPlace } from './sessions-store.ts';

const knownDays = 90;

/** Where a user has signed in from before. Attempts from there have their own count, so no stranger can use it up. */
export interface KnownPlace {
  /** The key of this browser's own count; undefined if the user has not signed in with it. */
  readonly device: string | undefined;
  /** The same for the network. */
  readonly network: string | undefined;
}

export async function knownPlace(
  { database, clock, keys }: Pick<Dependencies, 'clock' | 'keys'> & { readonly database: Queryable },
  userId: string,
  client: Client,
): Promise<KnownPlace> {
  const since = new Date(clock.now().getTime() - knownDays * dayMilliseconds);
  const addressPrefix = addressFingerprint(keys, client.address);
  const deviceMark = client.deviceMark ? deviceFingerprint(keys, client.deviceMark) : null;
  const known = await isKnownPlace(database, { userId, addressPrefix, deviceMark, since });
  return {
    device: known.device ? `device ${deviceMark}` : undefined,
    network: known.network ? addressPrefix : undefined,
  };
}
