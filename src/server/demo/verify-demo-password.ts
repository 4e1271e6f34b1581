import { setTimeout as wait } from 'node:timers/promises';
import { fingerprint } from '../accounts/limits/fingerprint.ts';
import { takeFromSender } from '../accounts/limits/sender-limits.ts';
import { resetLimit, takeFromLimit } from '../adapters/limits/rate-limit.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { isDemoPassword } from './demo-password.ts';

type Needs = Pick<Dependencies, 'config' | 'keys' | 'database' | 'clock'>;

const wrongAnswerAfterMilliseconds = 500;

/**
 * Checks the password of the investor demo. The limit `demoPassword` applies to wrong passwords per sender.
 * @throws Refusal invalid_demo_password after half a second (specification 5), too_many_requests
 */
export async function verifyDemoPassword(
  needs: Needs,
  password: string,
  sender: string,
): Promise<{ verified: true }> {
  const { most, seconds } = needs.config.rateLimits.demoPassword;
  const buckets: string[] = [];
  const outcome = await takeFromSender(sender, (prefix, times) => {
    const bucket = `demoPassword:${fingerprint(needs.keys, `demo ${prefix}`)}`;
    buckets.push(bucket);
    return takeFromLimit(needs.database, bucket, most * times, seconds, needs.clock.now());
  });
  if (!outcome.taken) refuse('too_many_requests', { retryAfterSeconds: outcome.retryAfterSeconds });
  if (!isDemoPassword(needs, password)) {
    await wait(wrongAnswerAfterMilliseconds);
    refuse('invalid_demo_password');
  }
  for (const bucket of buckets) await resetLimit(needs.database, bucket);
  return { verified: true };
}
