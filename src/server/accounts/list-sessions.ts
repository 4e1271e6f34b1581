import type { Answer } from '#contract/call.ts';
import type { api } from '#contract/index.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Caller } from '../http/handlers.ts';
import { isSessionOver } from './session-rules.ts';
import { listOpenSessions } from './sessions-store.ts';

/** The caller's sessions that still count, the one seen last first. */
export async function listSessions(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { userId, sessionId, isAdmin }: Caller,
): Promise<Answer<typeof api.accounts.listSessions>> {
  const now = clock.now();
  const open = await listOpenSessions(database, userId);
  const sessions = open
    .filter((session) => !isSessionOver({ ...session, isAdmin }, now))
    .map(({ id, device, createdAt, lastSeenAt }) => ({
      id,
      device,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isCurrent: id === sessionId,
    }));
  return { sessions };
}
