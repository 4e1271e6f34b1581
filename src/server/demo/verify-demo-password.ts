import { setTimeout as wait } from 'node:timers/promises';
import { limitPrefix } from '../accounts/limits/address-prefix.ts';
import { fingerprint } from '../accounts/limits/fingerprint.ts';
import { resetLimit, takeFromLimit } from '../adapters/limits/rate-limit.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { isDemoPassword } from './demo-password.ts';

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
  const network = fingerprint(needs.keys, `demo ${limitPrefix(sender)}`);
  const [tried, wrong] = [`demoTried:${network}`, `demoPassword:${network}`];
  const { most, seconds } = needs.config.rateLimits.demoPassword;
  const takeOne = async (bucket: string, limit: number) => {
    const outcome = await takeFromLimit(needs.database, bucket, limit, seconds, needs.clock.now());
    if (!outcome.taken) refuse('too_many_requests', { retryAfterSeconds: outcome.retryAfterSeconds });
  };
  await takeOne(tried, most * guesses);
  if (!isDemoPassword(needs, password)) {
    await takeOne(wrong, most);
    await wait(wrongAnswerAfterMilliseconds);
    refuse('invalid_demo_password');
  }
  await resetLimit(needs.database, tried);
  await resetLimit(needs.database, wrong);
  return { verified: true };
}
