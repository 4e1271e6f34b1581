import type { Answer } from '#contract/call.ts';
import type { api } from '#contract/index.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { isSessionOver } from './session-rules.ts';
import { listOpenSessions } from './sessions-store.ts';

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
