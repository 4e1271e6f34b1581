import { randomUUID } from 'node:crypto';
import type { Answer } from '#contract/call.ts';
import type { Session } from '#contract/identity/accounts.ts';
import type { api } from '#contract/index.ts';
import type { Transaction } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Caller, Client } from '../foundation/caller.ts';
import { refuse } from '../foundation/refusals.ts';
import { accessTokenSeconds, makeAccessToken } from './access-token.ts';
import { recordAudit } from './audit-store.ts';
import { readCookieSession } from './authenticate-caller.ts';
import { addressFingerprint, deviceFingerprint } from './fingerprint.ts';
import { encryptSessionKey, makeRefreshToken, newSessionKey } from './refresh-token.ts';
import { isSessionOver, mostSessions } from './session-rules.ts';
import {
  endOwnSession,
  endSession,
  endSessionsBeyond,
  endSessionsOf,
  insertSession,
  listOpenSessions,
} from './sessions-store.ts';

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

interface SessionOwner {
  readonly userId: string;
  readonly isAdmin: boolean;
}

/** A user's open sessions, most recently seen first. */
export async function openSessionsOf(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { userId, isAdmin }: SessionOwner,
) {
  const now = clock.now();
  const open = await listOpenSessions(database, userId);
  return open
    .filter((session) => !isSessionOver({ ...session, isAdmin }, now))
    .map(({ id, device, createdAt, lastSeenAt }) => ({
      id,
      device,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    }));
}

/** The caller's own sessions, with the current one marked. */
export async function listSessions(
  deps: Pick<Dependencies, 'database' | 'clock'>,
  caller: Caller,
): Promise<Answer<typeof api.accounts.listSessions>> {
  const open = await openSessionsOf(deps, caller);
  return { sessions: open.map((session) => ({ ...session, isCurrent: session.id === caller.sessionId })) };
}

type SignOutScope = 'local' | 'others' | 'global';

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
