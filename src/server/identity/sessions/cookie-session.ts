import type { Dependencies } from '../../foundation/dependencies.ts';
import { readByEither } from '../../foundation/server-keys.ts';
import { isAuthentic, type RefreshClaim, readRefreshToken } from './refresh-token.ts';
import { decryptSessionKey } from './session-key.ts';
import { findSessionKey } from './sessions-store.ts';

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
