import { hash, parseOptions, verify } from '@node-rs/argon2';
import { refuse } from '../../refusals.ts';
import { workQueue } from '../../work-queue.ts';

/** argon2id (the default of the package) with the least parameters that OWASP advises; memory in KiB. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a password nobody knows: verifying against it costs an unknown user the same time as a known one. */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$X8O5pt6hRCdZ82rbImeZsQ$JbtpdZIYZX082nvFZCLjnkyLwHT4P18Ki6LeZsmHssM';

// Two at a time leave the other threads of the pool to files and the network.
const size = { atOnce: 2, waiting: 50 };
const hashing = workQueue(size);
const inside = workQueue({ atOnce: size.atOnce + size.waiting, waiting: 0 });
const busy = () => refuse('too_many_requests', { retryAfterSeconds: 5 });

/**
 * Does what will want a hash, for as many at a time as can hash or wait for it: who comes beyond that is turned away at
 * the door, before a try is counted or the database is asked.
 * @throws Refusal too_many_requests
 */
export const withPlaceToHash = <T>(work: () => Promise<T>): Promise<T> => inside.run(work, busy);

/** @throws Refusal too_many_requests when 50 others already wait */
export const hashPassword = (password: string): Promise<string> =>
  hashing.run(() => hash(password, parameters), busy);

/** @throws Refusal too_many_requests when 50 others already wait */
export const verifyPassword = (passwordHash: string, password: string): Promise<boolean> =>
  hashing.run(() => verify(passwordHash, password), busy);

/** True when the hash was made with other parameters than today's. */
export function needsRehash(passwordHash: string): boolean {
  const used = parseOptions(passwordHash);
  return (
    !passwordHash.startsWith('$argon2id$') ||
    used.memoryCost !== parameters.memoryCost ||
    used.timeCost !== parameters.timeCost ||
    used.parallelism !== parameters.parallelism
  );
}
