import type { Caller, Client } from '../../foundation/caller.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAudit } from '../audit-store.ts';
import { addressFingerprint } from '../limits/fingerprint.ts';
import { readCookieSession } from './cookie-session.ts';
import { endOwnSession, endSession, endSessionsOf } from './sessions-store.ts';

export type SignOutScope = 'local' | 'others' | 'global';

/**
 * Ends the cookie's session, the user's other sessions, or all of them, from the next request on. The cookie alone is
 * enough: signing out must work long after the access token has expired.
 * @throws Refusal refresh_token_invalid if the cookie has no open session
 */
export async function signOut(
  deps: Dependencies,
  token: string | undefined,
  scope: SignOutScope,
  client: Client,
): Promise<void> {
  const session = await readCookieSession(deps, token);
  if (!session || session.endedAt) return refuse('refresh_token_invalid');
  const { userId } = session;
  const { sessionId } = session.claim;
  const now = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    if (scope === 'local') await endSession(tx, sessionId, 'signed_out', now);
    else await endSessionsOf(tx, userId, scope === 'others' ? sessionId : null, 'signed_out', now);
    const addressPrefix = addressFingerprint(deps.keys, client.address);
    await recordAudit(tx, { now, userId, event: 'signed_out', addressPrefix, details: { scope } });
  });
}

/** Ends one of the caller's sessions. @throws Refusal not_found if it is not open or not the caller's */
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
