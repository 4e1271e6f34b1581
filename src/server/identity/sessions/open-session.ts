import { randomUUID } from 'node:crypto';
import type { Session } from '#contract/identity/accounts.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Client } from '../../foundation/caller.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { addressFingerprint, deviceFingerprint } from '../fingerprint.ts';
import { accessTokenSeconds, makeAccessToken } from './access-token.ts';
import { encryptSessionKey, makeRefreshToken, newSessionKey } from './refresh-token.ts';
import { mostSessions } from './session-rules.ts';
import { endSessionsBeyond, insertSession } from './sessions-store.ts';

/** What a client gets at sign-in: the response body, and the token for its cookie. */
export interface GivenSession {
  readonly session: Session;
  readonly refreshToken: string;
}

interface OpenedSession {
  readonly sessionId: string;
  readonly refreshToken: string;
}

/** Creates a session; beyond ten, the one seen longest ago is ended. The user's row must be locked. */
export async function openSession(
  tx: Transaction,
  { clock, keys }: Pick<Dependencies, 'clock' | 'keys'>,
  userId: string,
  client: Client,
): Promise<OpenedSession> {
  const now = clock.now();
  const id = randomUUID();
  const key = newSessionKey();
  const deviceMark = client.keptMark ?? client.deviceMark;
  await insertSession(tx, {
    id,
    userId,
    keyEncrypted: encryptSessionKey(key, id, keys.sessionEncryption),
    now,
    device: client.device.slice(0, 200),
    addressPrefix: addressFingerprint(keys, client.address),
    deviceMark: deviceMark ? deviceFingerprint(keys, deviceMark) : '',
  });
  await endSessionsBeyond(tx, userId, id, mostSessions - 1, now);
  return { sessionId: id, refreshToken: makeRefreshToken({ sessionId: id, counter: 0 }, key) };
}

/** Signs the access token of an open session. */
export async function giveSession(
  deps: Pick<Dependencies, 'clock' | 'config' | 'keys'>,
  user: { readonly id: string; readonly email: string },
  { sessionId, refreshToken }: OpenedSession,
): Promise<GivenSession> {
  const accessToken = await makeAccessToken(deps, { userId: user.id, sessionId });
  const session = { accessToken, expiresIn: accessTokenSeconds, user: { id: user.id, email: user.email } };
  return { session, refreshToken };
}
