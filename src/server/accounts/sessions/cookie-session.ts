import type { Dependencies } from '../../dependencies.ts';
import { readByEither } from '../../server-keys.ts';
import { isAuthentic, type RefreshClaim, readRefreshToken } from './refresh-token.ts';
import { decryptSessionKey } from './session-key.ts';
import { findSessionKey } from './sessions-store.ts';

/** The session that a refresh token of this server belongs to. Whether the token may still rotate is not looked at. */
export interface CookieSession {
  readonly claim: RefreshClaim;
  readonly key: Buffer;
  readonly userId: string;
  readonly endedAt: Date | null;
}

/** Reads the refresh token of the cookie; undefined when it is not one that this server gave out. */
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
