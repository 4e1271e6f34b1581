import { randomUUID } from 'node:crypto';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Client } from '../../caller.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../refusals.ts';
import { recordAudit } from '../audit-store.ts';
import { normalizeEmail } from '../emails/email-rules.ts';
import { makeOneTimeToken } from '../emails/one-time-token.ts';
import { countSignIn, countSignInOfSender, forgetSignIns } from '../limits/account-limits.ts';
import { addressFingerprint } from '../limits/fingerprint.ts';
import { dummyHash, hashPassword, verifyPassword, withPlaceToHash } from '../passwords/password-hash.ts';
import { ensureProfile } from '../profile/ensure-profile.ts';
import { hasFactor } from '../second-factor/factors-store.ts';
import { findUserByEmail, lockUser, setPasswordHash } from '../users-store.ts';
import { type GivenSession, giveSession, openSession } from './open-session.ts';
import { isKnownNetwork } from './sessions-store.ts';

const knownNetworkDays = 90;

type User = NonNullable<Awaited<ReturnType<typeof findUserByEmail>>>;

/**
 * Signs in with email and password, creates the profile at the first sign-in and opens a session. Only a correct
 * password reveals that an account is suspended or unconfirmed. With a second factor it opens no session: the refusal
 * carries a challenge for `verifySecondFactor`.
 * @throws Refusal wrong_credentials, email_not_confirmed, account_suspended, second_factor_needed, too_many_requests
 */
export const signIn = (deps: Dependencies, credentials: Credentials, client: Client): Promise<GivenSession> =>
  withPlaceToHash(() =>
    countSignInOfSender(deps, client.address, (notAFailure) =>
      checkAndOpen(deps, credentials, client, notAFailure),
    ),
  );

interface Credentials {
  readonly email: string;
  readonly password: string;
}

async function checkAndOpen(
  deps: Dependencies,
  { email, password }: Credentials,
  client: Client,
  notAFailure: () => Promise<void>,
): Promise<GivenSession> {
  const emailNormalized = normalizeEmail(email);
  const user = await findUserByEmail(deps.database, emailNormalized);
  const account = await limitedAccount(deps, emailNormalized, user, client);
  await countSignIn(deps, account);
  // An unknown user takes as long as a known one.
  const outcome = await verifyPassword(user?.passwordHash ?? dummyHash, password);
  if (!user || outcome === 'wrong') {
    await recordFailure(deps, user, client);
    return refuse('wrong_credentials');
  }
  await forgetSignIns(deps, account);
  await notAFailure();
  const renewedHash = outcome === 'outdated' ? await hashPassword(password) : undefined;
  const opened = await open(deps, user, renewedHash, client);
  if (opened === 'unconfirmed') return refuse('email_not_confirmed');
  if ('challenge' in opened) return refuse('second_factor_needed', { challenge: opened.challenge });
  return giveSession(deps, user, opened);
}

/**
 * The key for counting attempts. A network that the user has signed in from has its own count, so an attacker cannot
 * lock the user out.
 */
async function limitedAccount(
  { database, clock, keys }: Dependencies,
  emailNormalized: string,
  user: User | undefined,
  client: Client,
): Promise<string> {
  const since = new Date(clock.now().getTime() - knownNetworkDays * dayMilliseconds);
  const network = addressFingerprint(keys, client.address);
  // Also queried for an unknown address, so that it costs the same statements.
  const known = await isKnownNetwork(database, user?.id ?? randomUUID(), network, since);
  return known ? `${emailNormalized} from ${network}` : emailNormalized;
}

async function recordFailure(deps: Dependencies, user: User | undefined, client: Client): Promise<void> {
  const addressPrefix = addressFingerprint(deps.keys, client.address);
  const now = deps.clock.now();
  await recordAudit(deps.database, { now, userId: user?.id ?? null, event: 'sign_in_failed', addressPrefix });
}

function open(
  deps: Dependencies,
  { id, passwordHash }: User,
  renewedHash: string | undefined,
  client: Client,
) {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const user = await lockUser(tx, id);
    // The password was changed while the old one was being checked.
    if (user.passwordHash !== passwordHash) return refuse('wrong_credentials');
    if (user.suspendedAt) return refuse('account_suspended');
    if (!user.confirmedAt) return 'unconfirmed';
    if (renewedHash) await setPasswordHash(tx, id, renewedHash);
    if (await hasFactor(tx, id)) return { challenge: await makeOneTimeToken(tx, id, 'second_factor', now) };
    await ensureProfile(tx, user, now);
    const opened = await openSession(tx, deps, id, client);
    const addressPrefix = addressFingerprint(deps.keys, client.address);
    const details = { session: opened.sessionId };
    await recordAudit(tx, { now, userId: id, event: 'signed_in', addressPrefix, details });
    return opened;
  });
}
