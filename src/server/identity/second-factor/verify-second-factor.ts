import type { Transaction } from '../../adapters/database/database.ts';
import type { Client } from '../../foundation/caller.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAudit } from '../audit-store.ts';
import { hashOneTimeToken } from '../emails/one-time-token.ts';
import { consumeOneTimeToken, findOneTimeToken } from '../emails/one-time-tokens-store.ts';
import { addressFingerprint } from '../limits/fingerprint.ts';
import { ensureProfile } from '../profile/ensure-profile.ts';
import { knownPlace } from '../sessions/known-place.ts';
import { type GivenSession, giveSession, openSession } from '../sessions/open-session.ts';
import { lockUser } from '../users-store.ts';
import { refuseCode, spendCode } from './second-factor-code.ts';

/**
 * Finishes a sign-in after the correct password, with an app code or a recovery code.
 * @throws Refusal challenge_invalid, wrong_code, code_used, account_suspended, too_many_requests
 */
export async function verifySecondFactor(
  deps: Dependencies,
  { challenge, code }: { readonly challenge: string; readonly code: string },
  client: Client,
): Promise<GivenSession> {
  const tokenHash = hashOneTimeToken(challenge);
  const opened = await deps.database.transaction((tx) => open(tx, deps, tokenHash, code, client));
  if (opened === 'wrong' || opened === 'used') return refuseCode(opened);
  return giveSession(deps, opened.user, opened);
}

async function open(tx: Transaction, deps: Dependencies, tokenHash: Buffer, code: string, client: Client) {
  const now = deps.clock.now();
  const found = await findOneTimeToken(tx, tokenHash, 'second_factor', now);
  if (!found) return refuse('challenge_invalid');
  const { userId } = found;
  const user = await lockUser(tx, userId);
  const attempt = tokenHash.toString('hex');
  const { device = 'sign-in' } = await knownPlace({ ...deps, database: tx }, userId, client);
  const outcome = await spendCode(tx, deps, { userId, code, attempt, from: device });
  if (outcome !== 'right') return outcome;
  if (!(await consumeOneTimeToken(tx, tokenHash, 'second_factor', now))) return refuse('challenge_invalid');
  if (user.suspendedAt) return refuse('account_suspended');
  await ensureProfile(tx, user, now);
  const session = await openSession(tx, deps, userId, client);
  const addressPrefix = addressFingerprint(deps.keys, client.address);
  await recordAudit(tx, {
    now,
    userId,
    event: 'signed_in',
    addressPrefix,
    details: { session: session.sessionId, factors: 2 },
  });
  return { ...session, user };
}
