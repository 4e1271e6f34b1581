import type { Caller, Client } from '../../caller.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../refusals.ts';
import { recordAudit } from '../audit-store.ts';
import { addressFingerprint } from '../limits/fingerprint.ts';
import { readCookieSession } from './cookie-session.ts';
import { endOwnSession, endSession, endSessionsOf } from './sessions-store.ts';

export type SignOutScope = 'local' | 'others' | 'global';

/**
 * Ends the session of the cookie, the user's other sessions, or all of them, from the next request on. The cookie is
 * enough: whoever signs out long after the access token ended must not stay signed in on the server.
 * @throws Refusal refresh_token_invalid when the cookie is of no open session
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
