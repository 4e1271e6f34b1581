import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Transaction } from '../adapters/database/database.ts';
import { enqueue } from '../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Client } from '../foundation/caller.ts';
import { refuse } from '../foundation/refusals.ts';
import { readByEither, type ServerKeys } from '../foundation/server-keys.ts';
import { countResend, countSignUp, mayMail } from './account-limits.ts';
import { recordAudit } from './audit-store.ts';
import { accountExistsMail, confirmationMail } from './emails/account-mails.ts';
import { normalizeEmail } from './emails/email-rules.ts';
import { queueMail } from './emails/queue-mail.ts';
import { addressFingerprint } from './fingerprint.ts';
import { hashOneTimeToken, makeOneTimeToken, requireOwnLink } from './one-time-token.ts';
import { consumeOneTimeToken, findOneTimeToken, voidOneTimeTokens } from './one-time-tokens-store.ts';
import { ensureProfile } from './own-profile.ts';
import { hashPassword, requireStrongPassword } from './passwords.ts';
import { type GivenSession, giveSession, openSession } from './sessions.ts';
import {
  confirmUser,
  findUser,
  findUserByEmail,
  insertUser,
  lockUser,
  setPasswordHashOfUnconfirmed,
} from './users-store.ts';

/**
 * Creates an unconfirmed account and emails its confirmation link. Signing up again before the confirmation replaces
 * the password; the confirmation asks for it, which shows whose sign-up is real. A confirmed account stays as it is and
 * gets another email: response, timing and refusals are the same (threats T21). Returns the proof with which this
 * browser may confirm without the password; for a confirmed account it is void.
 * @throws Refusal weak_password, too_many_requests
 */
export async function signUp(
  deps: Dependencies,
  { email, password }: { readonly email: string; readonly password: string },
  client: Client,
): Promise<string> {
  const emailNormalized = normalizeEmail(email);
  // A password that is too weak does not count: people behind one network may need several tries.
  requireStrongPassword(password, emailNormalized);
  await countSignUp(deps, client.address);
  const passwordHash = await hashPassword(password);
  // Sign-ups must not flood another person's mailbox. The response does not reveal whether an email is sent.
  const mailing = await mayMail(deps, emailNormalized);
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const made = await insertUser(tx, { email: email.trim(), emailNormalized, passwordHash, now });
    const user = await findUserByEmail(tx, emailNormalized);
    if (!user) throw new Error('The user of this sign-up is gone.');
    const addressPrefix = addressFingerprint(deps.keys, client.address);
    const event = made ? 'signed_up' : 'sign_up_repeated';
    // Locks the user's row first: sign-ups with the same address wait here, before they hold any other lock.
    await setPasswordHashOfUnconfirmed(tx, user.id, passwordHash);
    await recordAudit(tx, { now, userId: user.id, event, addressPrefix });
    if (mailing) await queueSignUpMail(tx, deps, user);
    return makeSignUpProof(deps, { id: user.id, passwordHash });
  });
}

/** A confirmed account gets a token as well, which is not sent, so that both cases take the same time. */
async function queueSignUpMail(
  tx: Transaction,
  { config, clock }: Dependencies,
  user: { readonly id: string; readonly email: string; readonly confirmedAt: Date | null },
): Promise<void> {
  const now = clock.now();
  const token = await makeOneTimeToken(tx, user.id, 'signup', now);
  const mail = user.confirmedAt
    ? accountExistsMail(config.publicUrl, config.supportEmail)
    : confirmationMail(config.publicUrl, token);
  await queueMail(tx, { name: '', address: user.email }, mail, now);
}

/** The job that looks up whether an address waits for confirmation, after the response was sent. */
export const mailConfirmationJob = 'mail-confirmation-link';

/**
 * Asks for the confirmation link again. Known and unknown addresses cost the same work before the response (threats
 * T21), because the job does the look-up.
 * @throws Refusal too_many_requests
 */
export async function resendConfirmation(deps: Dependencies, email: string, client: Client): Promise<void> {
  const emailNormalized = normalizeEmail(email);
  await countResend(deps, emailNormalized, client.address);
  await deps.database.transaction((tx) =>
    enqueue(tx, { name: mailConfirmationJob, payload: { emailNormalized } }),
  );
}

/** The job behind `resendConfirmation`: emails the link if an account waits for it. */
export async function mailConfirmationLink(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config' | 'keys'>,
  emailNormalized: string,
): Promise<void> {
  const user = await findUserByEmail(deps.database, emailNormalized);
  if (!user || user.confirmedAt || !(await mayMail(deps, emailNormalized))) return;
  await deps.database.transaction((tx) => queueConfirmation(tx, deps, user));
}

/** Queues an email with a new confirmation link. Earlier links keep working. */
async function queueConfirmation(
  tx: Transaction,
  { config, clock }: Pick<Dependencies, 'config' | 'clock'>,
  user: { readonly id: string; readonly email: string },
): Promise<void> {
  const now = clock.now();
  const token = await makeOneTimeToken(tx, user.id, 'signup', now);
  await queueMail(tx, { name: '', address: user.email }, confirmationMail(config.publicUrl, token), now);
}

interface Confirmation {
  readonly token: string;
  /** The sign-up's password. Not needed in the browser that signed up. */
  readonly password?: string | undefined;
}

/**
 * Consumes the token of a confirmation link and confirms its address. The link proves ownership of the address; the
 * password of the latest sign-up, or the proof in its browser, proves who signed up, so that a click cannot open an
 * account that someone else made for the address. With the proof it also signs in.
 * @throws Refusal link_invalid if it was used, is expired, of another kind or unknown; password_needed without a
 * password in another browser; wrong_password; too_many_requests
 */
export async function confirmEmail(
  deps: Dependencies,
  link: Confirmation,
  proof: string | undefined,
  client: Client,
): Promise<{ email: string; given: GivenSession | null }> {
  const byProof = link.password === undefined;
  const { userId, passwordHash, tokenHash } = await requireSignUp(deps, link, proof);
  const now = deps.clock.now();
  const addressPrefix = addressFingerprint(deps.keys, client.address);
  const { user, opened } = await deps.database.transaction(async (tx) => {
    const locked = await lockUser(tx, userId);
    // Another sign-up changed the password while this one was being checked.
    if (locked.passwordHash !== passwordHash) return refuse(byProof ? 'password_needed' : 'wrong_password');
    if (locked.confirmedAt) return refuse('link_invalid');
    if (!(await consumeOneTimeToken(tx, tokenHash, 'signup', now))) return refuse('link_invalid');
    await confirmUser(tx, userId, now);
    await voidOneTimeTokens(tx, { userId, kind: 'signup', now, exceptFor: null });
    await recordAudit(tx, { now, userId, event: 'email_confirmed', addressPrefix });
    if (!byProof || locked.suspendedAt) return { user: locked, opened: null };
    return { user: locked, opened: await openFirstSession(tx, deps, locked, client) };
  });
  return { email: user.email, given: opened && (await giveSession(deps, user, opened)) };
}

/** Finds the link's user and checks that the caller is the one who signed up. Does not consume the link. */
async function requireSignUp(
  deps: Dependencies,
  { token, password }: Confirmation,
  proof: string | undefined,
): Promise<{ userId: string; passwordHash: string; tokenHash: Buffer }> {
  if (password !== undefined) return requireOwnLink(deps, 'signup', { token, password });
  const tokenHash = hashOneTimeToken(token);
  const found = await findOneTimeToken(deps.database, tokenHash, 'signup', deps.clock.now());
  if (!found) return refuse('link_invalid');
  const user = await findUser(deps.database, found.userId);
  if (!isSignUpProof(deps, user, proof)) return refuse('password_needed');
  return { userId: user.id, passwordHash: user.passwordHash, tokenHash };
}

async function openFirstSession(
  tx: Transaction,
  deps: Dependencies,
  user: { readonly id: string; readonly email: string },
  client: Client,
) {
  const now = deps.clock.now();
  await ensureProfile(tx, user, now);
  const opened = await openSession(tx, deps, user.id, client);
  const addressPrefix = addressFingerprint(deps.keys, client.address);
  const details = { session: opened.sessionId };
  await recordAudit(tx, { now, userId: user.id, event: 'signed_in', addressPrefix, details });
  return opened;
}

/**
 * Seconds in which the browser of a sign-up may confirm without the password
 * (docs/decisions/sessions-are-rows-and-a-link-alone-opens-none.md).
 */
export const signUpProofSeconds = 60 * 60;

const form = /^([0-9a-z]{1,12})\.([\w-]{43})$/;

interface SignedUp {
  readonly id: string;
  readonly passwordHash: string;
}

const macOf = ({ signUpProofs }: ServerKeys, { id, passwordHash }: SignedUp, until: string): Buffer =>
  createHmac('sha256', signUpProofs).update(`${id} ${passwordHash} ${until}`).digest();

/**
 * Proves that the holder chose this password for this account. It reveals neither, and is void once another sign-up or
 * a recovery sets another password.
 */
function makeSignUpProof({ keys, clock }: Pick<Dependencies, 'keys' | 'clock'>, user: SignedUp): string {
  const until = Math.floor(clock.now().getTime() / 1000 + signUpProofSeconds).toString(36);
  return `${until}.${macOf(keys, user, until).toString('base64url')}`;
}

/** Whether a proof belongs to this account and its current password. */
function isSignUpProof(
  { keys, clock }: Pick<Dependencies, 'keys' | 'clock'>,
  user: SignedUp,
  proof: string | undefined,
): boolean {
  const [, until = '', mac = ''] = form.exec(proof ?? '') ?? [];
  if (until === '' || Number.parseInt(until, 36) * 1000 <= clock.now().getTime()) return false;
  const given = Buffer.from(mac, 'base64url');
  return (
    readByEither(keys, (either) => timingSafeEqual(macOf(either, user, until), given) || undefined) ?? false
  );
}
