import type { Dependencies } from '../dependencies.ts';
import type { Caller, Client } from '../http/handlers.ts';
import { refuse } from '../refusals.ts';
import { recordAudit } from './audit-store.ts';
import { addressFingerprint } from './fingerprint.ts';
import { endOwnSession, endSession, endSessionsOf } from './sessions-store.ts';

export type SignOutScope = 'local' | 'others' | 'global';

/** Ends the caller's session, the user's other sessions, or all of them, from the next request on. */
export async function signOut(
  { database, clock, keys }: Dependencies,
  { userId, sessionId }: Caller,
  scope: SignOutScope,
  client: Client,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (tx) => {
    if (scope === 'local') await endSession(tx, sessionId, 'signed_out', now);
    else await endSessionsOf(tx, userId, scope === 'others' ? sessionId : null, 'signed_out', now);
    const addressPrefix = addressFingerprint(keys, client.address);
    await recordAudit(tx, { now, userId, event: 'signed_out', addressPrefix, details: { scope } });
  });
}

/** Ends one session of the caller. @throws Refusal not_found when it is not an open one of the caller's own */
export async function signOutSession(
  { database, clock, keys }: Dependencies,
  { userId }: Caller,
  sessionId: string,
  client: Client,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (tx) => {
    if (!(await endOwnSession(tx, userId, sessionId, now))) refuse('not_found');
    const addressPrefix = addressFingerprint(keys, client.address);
    await recordAudit(tx, {
      now,
      userId,
      event: 'signed_out',
      addressPrefix,
      details: { session: sessionId },
    });
  });
}
