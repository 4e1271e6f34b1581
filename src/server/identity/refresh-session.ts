import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../foundation/refusals.ts';
import { countRotation } from './account-limits.ts';
import { recordAudit } from './audit-store.ts';
import { readCookieSession } from './authenticate-caller.ts';
import { sessionEndedMail } from './emails/account-mails.ts';
import { queueMail } from './emails/queue-mail.ts';
import { makeRefreshToken, type RefreshClaim } from './refresh-token.ts';
import { decideRefresh, isSessionOver, seenByRefresh } from './session-rules.ts';
import { type GivenSession, giveSession } from './sessions.ts';
import { endSession, lockSessionIfFree, rotateSession } from './sessions-store.ts';

type LockedSession = NonNullable<Awaited<ReturnType<typeof lockSessionIfFree>>>;
type Turn =
  | 'busy'
  | 'refused'
  | { readonly user: { readonly id: string; readonly email: string }; readonly counter: number };

const longestWait = 5_000;

/**
 * Rotates the cookie's refresh token by the table of accounts.md. The current token can be reissued at any time,
 * because it is derived from the session's key, so a lost response signs nobody out. Only rotations are counted.
 * @throws Refusal refresh_token_invalid; too_many_requests; unavailable if the session stays locked for 5 s
 */
export async function refreshSession(deps: Dependencies, token: string | undefined): Promise<GivenSession> {
  const presented = await readCookieSession(deps, token);
  if (!presented || presented.endedAt) return refuse('refresh_token_invalid');
  const { claim, key } = presented;
  const { sessionId } = claim;
  const turn = await waitForTurn(deps, claim);
  if (turn === 'refused') return refuse('refresh_token_invalid');
  const refreshToken = makeRefreshToken({ sessionId, counter: turn.counter }, key);
  return giveSession(deps, turn.user, { sessionId, refreshToken });
}

/** Waits outside the database: many tabs of one session must not hold its connections. */
async function waitForTurn(deps: Dependencies, claim: RefreshClaim): Promise<Exclude<Turn, 'busy'>> {
  const giveUp = performance.now() + longestWait;
  for (;;) {
    const turn = await deps.database.transaction((tx) => takeTurn(tx, deps, claim));
    if (turn !== 'busy') return turn;
    if (performance.now() > giveUp) refuse('unavailable', { retryAfterSeconds: 1 });
    await sleep(10 + Math.random() * 20);
  }
}

async function takeTurn(tx: Transaction, deps: Dependencies, claim: RefreshClaim): Promise<Turn> {
  const now = deps.clock.now();
  const session = await lockSessionIfFree(tx, claim.sessionId);
  if (!session) return 'busy';
  if (session.endedAt) return 'refused';
  if (session.suspendedAt || isSessionOver(session, now)) {
    await endSession(tx, claim.sessionId, session.suspendedAt ? 'suspended' : 'expired', now);
    return 'refused';
  }
  const user = { id: session.userId, email: session.email };
  const age = (now.getTime() - session.rotatedAt.getTime()) / 1000;
  switch (decideRefresh(claim.counter, session.counter, age)) {
    case 'rotate':
      await countRotation(tx, deps, claim.sessionId);
      await rotateSession(tx, claim.sessionId, {
        counter: session.counter + 1,
        now,
        lastSeenAt: seenByRefresh(session, now),
      });
      return { user, counter: session.counter + 1 };
    case 'repeat':
      return { user, counter: session.counter };
    case 'end':
      await endReused(tx, deps, claim, session);
      return 'refused';
    case 'refuse':
      return 'refused';
  }
}

async function endReused(
  tx: Transaction,
  { clock, config }: Dependencies,
  claim: RefreshClaim,
  session: LockedSession,
): Promise<void> {
  const now = clock.now();
  await endSession(tx, claim.sessionId, 'token_reused', now);
  const mail = sessionEndedMail(config.publicUrl, config.supportEmail);
  await queueMail(tx, { name: '', address: session.email }, mail, now);
  const details = { session: claim.sessionId, presented: claim.counter, stored: session.counter };
  await recordAudit(tx, { now, userId: session.userId, event: 'refresh_token_reused', details });
}
