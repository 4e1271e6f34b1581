import type { Dependencies } from '../dependencies.ts';
import type { Caller } from '../foundation/caller.ts';
import { refuse } from '../foundation/refusals.ts';
import { readByEither } from '../foundation/server-keys.ts';
import { readAccessToken } from './access-token.ts';
import { decryptSessionKey, isAuthentic, type RefreshClaim, readRefreshToken } from './refresh-token.ts';
import { isSessionOver, seenStep } from './session-rules.ts';
import { findSessionKey, findSessionOfCaller, touchSession } from './sessions-store.ts';

/**
 * Identifies the caller, from the database on every request, so that sign-out, suspension and role changes take effect
 * at once.
 * @param isUse false for requests that browsers send by themselves, so that an open tab does not keep an admin signed
 * in
 * @throws Refusal invalid_token if the token is invalid, or its session or user may no longer act
 */
export async function authenticateCaller(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config' | 'keys'>,
  accessToken: string,
  { isUse = true }: { readonly isUse?: boolean } = {},
): Promise<Caller> {
  const claims = await readAccessToken(deps, accessToken);
  if (!claims) return refuse('invalid_token');
  const { sessionId, userId } = claims;
  const session = await findSessionOfCaller(deps.database, sessionId);
  const now = deps.clock.now();
  if (session?.userId !== userId || session.endedAt || session.suspendedAt || isSessionOver(session, now)) {
    return refuse('invalid_token');
  }
  if (isUse && now.getTime() - session.lastSeenAt.getTime() >= seenStep * 1000) {
    await touchSession(deps.database, sessionId, now);
  }
  return { userId, sessionId, userType: session.userType, isAdmin: session.isAdmin };
}

/** The session of a refresh token. Whether the token may still rotate is checked elsewhere. */
export interface CookieSession {
  readonly claim: RefreshClaim;
  readonly key: Buffer;
  readonly userId: string;
  readonly endedAt: Date | null;
}

/** Reads the cookie's refresh token; undefined if this server did not issue it. */
export async function readCookieSession(
  { database, keys }: Pick<Dependencies, 'database' | 'keys'>,
  token: string | undefined,
): Promise<CookieSession | undefined> {
  const read = token === undefined ? undefined : readRefreshToken(token);
  const stored = read && (await findSessionKey(database, read.sessionId));
  const key =
    read &&
    stored &&
    readByEither(keys, ({ sessionEncryption }) =>
      decryptSessionKey(stored.keyEncrypted, read.sessionId, sessionEncryption),
    );
  if (!read || !key || !isAuthentic(read, key)) return undefined;
  const claim = { sessionId: read.sessionId, counter: read.counter };
  return { claim, key, userId: stored.userId, endedAt: stored.endedAt };
}
