import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { passwordForm } from '#contract/identity/password-form.ts';
import { resetLimit, takeFromLimit } from '../../adapters/database/rate-limit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { fingerprint, prefixesOf, takeFromSender } from '../../identity/fingerprint.ts';

type Setting = Pick<Dependencies, 'config' | 'keys'>;

/**
 * The password of the investor demo: the setting, or else one derived from the server's secret, the same on all
 * servers.
 */
export function demoPassword({ config, keys }: Setting): { password: string; source: 'setting' | 'server' } {
  return config.demoPassword === undefined
    ? { password: keys.demoPassword, source: 'server' }
    : { password: config.demoPassword, source: 'setting' };
}

const digest = (text: string) => createHash('sha256').update(passwordForm(text)).digest();

/** Compares in constant time. */
const isDemoPassword = (needs: Setting, tried: string): boolean =>
  timingSafeEqual(digest(tried), digest(demoPassword(needs).password));

type Needs = Pick<Dependencies, 'config' | 'keys' | 'database' | 'clock'>;

const wrongAnswerAfterMilliseconds = 500;
/** A network that sends this many times the limit is guessing, so that even the right password has to wait. */
const guesses = 10;

/**
 * Checks the password of the investor demo. The limit `demoPassword` applies to wrong passwords per sender. The right
 * one still opens the demo, because a room full of people shares one network.
 * @throws Refusal invalid_demo_password after half a second (specification 5), too_many_requests
 */
export async function verifyDemoPassword(
  needs: Needs,
  password: string,
  sender: string,
): Promise<{ verified: true }> {
  const { most, seconds } = needs.config.rateLimits.demoPassword;
  const bucketOf = (kind: 'demoTried' | 'demoPassword', prefix: string) =>
    `${kind}:${fingerprint(needs.keys, `demo ${prefix}`)}`;
  const takeOne = async (kind: 'demoTried' | 'demoPassword', limit: number) => {
    const outcome = await takeFromSender(sender, (prefix, times) =>
      takeFromLimit(needs.database, bucketOf(kind, prefix), limit * times, seconds, needs.clock.now()),
    );
    if (!outcome.taken) refuse('too_many_requests', { retryAfterSeconds: outcome.retryAfterSeconds });
  };
  await takeOne('demoTried', most * guesses);
  if (!isDemoPassword(needs, password)) {
    await takeOne('demoPassword', most);
    await wait(wrongAnswerAfterMilliseconds);
    refuse('invalid_demo_password');
  }
  for (const { prefix } of prefixesOf(sender)) {
    await resetLimit(needs.database, bucketOf('demoTried', prefix));
    await resetLimit(needs.database, bucketOf('demoPassword', prefix));
  }
  return { verified: true };
}
