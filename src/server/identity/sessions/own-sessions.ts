import type { Answer } from '#contract/call.ts';
import type { api } from '#contract/index.ts';
import type { Caller, Client } from '../../foundation/caller.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAudit } from '../audit-store.ts';
import { addressFingerprint } from '../fingerprint.ts';
import { readCookieSession } from './authenticate-caller.ts';
import { isSessionOver } from './session-rules.ts';
import { endOwnSession, endSession, endSessionsOf, listOpenSessions } from './sessions-store.ts';

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
