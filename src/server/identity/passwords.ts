import { readFileSync } from 'node:fs';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { passwordForm } from '#contract/identity/password-form.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../foundation/refusals.ts';
import { workQueue } from '../foundation/work-queue.ts';
import { countOwnPassword, forgetOwnPasswords } from './account-limits.ts';
import { passwordWeaknesses } from './password-rules.ts';
import { findUser, replacePasswordHash } from './users-store.ts';

/** argon2id (the package's default) with the minimum parameters that OWASP recommends; memory in KiB. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of an unknown password. Verifying against it makes an unknown user take as long as a known one. */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$X8O5pt6hRCdZ82rbImeZsQ$JbtpdZIYZX082nvFZCLjnkyLwHT4P18Ki6LeZsmHssM';

// Two at a time leave the other threads of the pool free for files and the network.
const size = { atOnce: 2, waiting: 50 };
const hashing = workQueue(size);
const inside = workQueue({ atOnce: size.atOnce + size.waiting, waiting: 0 });
const busy = () => refuse('too_many_requests', { retryAfterSeconds: 5 });

/**
 * Runs work that will need a hash, for as many callers as can hash or wait. Others are rejected before an attempt is
 * counted or the database is queried.
 * @throws Refusal too_many_requests
 */
export const withPlaceToHash = <T>(work: () => Promise<T>): Promise<T> => inside.run(work, busy);

/** @throws Refusal too_many_requests if 50 others are already waiting */
export const hashPassword = (password: string): Promise<string> =>
  hashing.run(() => hash(passwordForm(password), parameters), busy);

/** `outdated`: right, but the hash should be replaced: by its parameters, or as it was made of a password as typed. */
type PasswordOutcome = 'right' | 'outdated' | 'wrong';

/** @throws Refusal too_many_requests if 50 others are already waiting */
export const verifyPassword = (passwordHash: string, typed: string): Promise<PasswordOutcome> =>
  hashing.run(async () => {
    const password = passwordForm(typed);
    if (await verify(passwordHash, password)) return needsRehash(passwordHash) ? 'outdated' : 'right';
    return password !== typed && (await verify(passwordHash, typed)) ? 'outdated' : 'wrong';
  }, busy);

/** True if the hash was made with other parameters than the current ones. */
export function needsRehash(passwordHash: string): boolean {
  const used = parseOptions(passwordHash);
  return (
    !passwordHash.startsWith('$argon2id$') ||
    used.memoryCost !== parameters.memoryCost ||
    used.timeCost !== parameters.timeCost ||
    used.parallelism !== parameters.parallelism
  );
}

/** The most common leaked passwords, in lowercase, read once from a file that ships with the server. */
export const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# ')),
);

/**
 * Checks a signed-in user's password and returns the user. Replaces an outdated hash.
 * @throws Refusal wrong_password, too_many_requests
 */
export async function requireOwnPassword(deps: Dependencies, userId: string, password: string) {
  await countOwnPassword(deps, userId);
  const user = await findUser(deps.database, userId);
  const outcome = await verifyPassword(user.passwordHash, password);
  if (outcome === 'wrong') return refuse('wrong_password');
  await forgetOwnPasswords(deps, userId);
  if (outcome === 'right') return user;
  const passwordHash = await hashPassword(password);
  const isReplaced = await replacePasswordHash(deps.database, userId, user.passwordHash, passwordHash);
  return isReplaced ? { ...user, passwordHash } : user;
}

/** @throws Refusal weak_password with the list of reasons */
export function requireStrongPassword(password: string, email: string): void {
  const reasons = passwordWeaknesses(passwordForm(password), email, commonPasswords);
  if (reasons.length > 0) refuse('weak_password', { reasons: [...reasons] });
}

/**
 * Hashes a new password for the account of an address.
 * @throws Refusal weak_password with the list of reasons; too_many_requests if the hasher is busy
 */
export function hashChosenPassword(password: string, email: string): Promise<string> {
  requireStrongPassword(password, email);
  return hashPassword(password);
}
