import { randomUUID } from 'node:crypto';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Queryable, Transaction } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Client } from '../foundation/caller.ts';
import { refuse } from '../foundation/refusals.ts';
import { countSignIn, countSignInOfSender, forgetSignIns } from './account-limits.ts';
import { recordAudit } from './audit-store.ts';
import { normalizeEmail } from './emails/email-rules.ts';
import { hasFactor } from './factors-store.ts';
import { addressFingerprint, deviceFingerprint } from './fingerprint.ts';
import { hashOneTimeToken, makeOneTimeToken } from './one-time-token.ts';
import { consumeOneTimeToken, findOneTimeToken } from './one-time-tokens-store.ts';
import { ensureProfile } from './own-profile.ts';
import { dummyHash, hashPassword, verifyPassword, withPlaceToHash } from './passwords.ts';
import { refuseCode, spendCode } from './second-factor-code.ts';
import { type GivenSession, giveSession, openSession } from './sessions.ts';
import { isKnownPlace } from './sessions-store.ts';
import { findUserByEmail, lockUser, setPasswordHash } from './users-store.ts';

type User = NonNullable<Awaited<ReturnType<typeof findUserByEmail>>>;

/**
 * Signs in with email and password, creates the profile at the first sign-in and opens a session. Only a correct
 * password reveals that an account is suspended or unconfirmed. With a second factor it opens no session: the refusal
 * carries a challenge for `verifySecondFactor`.
 * @throws Refusal wrong_credentials, email_not_confirmed, account_suspended, second_factor_needed, too_many_requests
 */
export const signIn = (deps: Dependencies, credentials: Credentials, client: Client): Promise<GivenSession> =>
  withPlaceToHash(async () => {
    const emailNormalized = normalizeEmail(credentials.email);
    const user = await findUserByEmail(deps.database, emailNormalized);
    // Also queried for an unknown address, so that it costs the same statements.
    const { device, network } = await knownPlace(deps, user?.id ?? randomUUID(), client);
    const place = device ?? network;
    const account = place === undefined ? emailNormalized : `${emailNormalized} from ${place}`;
    const check = (notAFailure: () => Promise<void>) =>
      checkAndOpen(deps, { user, account, password: credentials.password }, client, notAFailure);
    // The limit of this browser and account suffices, and other people in its network cannot use it up.
    return device === undefined
      ? countSignInOfSender(deps, client.address, check)
      : check(async () => undefined);
  });

interface Credentials {
  readonly email: string;
  readonly password: string;
}

interface Attempt {
  readonly user: User | undefined;
  /** The key for counting attempts. */
  readonly account: string;
  readonly password: string;
}

async function checkAndOpen(
  deps: Dependencies,
  { user, account, password }: Attempt,
  client: Client,
  notAFailure: () => Promise<void>,
): Promise<GivenSession> {
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
  const opened = await deps.database.transaction((tx) => openWithCode(tx, deps, tokenHash, code, client));
  if (opened === 'wrong' || opened === 'used') return refuseCode(opened);
  return giveSession(deps, opened.user, opened);
}

async function openWithCode(
  tx: Transaction,
  deps: Dependencies,
  tokenHash: Buffer,
  code: string,
  client: Client,
) {
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

const knownDays = 90;

/** Where a user has signed in from before. Attempts from there have their own count, so no stranger can use it up. */
interface KnownPlace {
  /** The key of this browser's own count; undefined if the user has not signed in with it. */
  readonly device: string | undefined;
  /** The same for the network. */
  readonly network: string | undefined;
}

async function knownPlace(
  { database, clock, keys }: Pick<Dependencies, 'clock' | 'keys'> & { readonly database: Queryable },
  userId: string,
  client: Client,
): Promise<KnownPlace> {
  const since = new Date(clock.now().getTime() - knownDays * dayMilliseconds);
  const addressPrefix = addressFingerprint(keys, client.address);
  const deviceMark = client.deviceMark ? deviceFingerprint(keys, client.deviceMark) : null;
  const known = await isKnownPlace(database, { userId, addressPrefix, deviceMark, since });
  return {
    device: known.device ? `device ${deviceMark}` : undefined,
    network: known.network ? addressPrefix : undefined,
  };
}
