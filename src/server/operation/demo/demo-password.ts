import { createHash, timingSafeEqual } from 'node:crypto';
import { passwordForm } from '#contract/identity/password-form.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';

type Needs = Pick<Dependencies, 'config' | 'keys'>;

/**
 * The password of the investor demo: the setting, or else one derived from the server's secret, the same on all
 * servers.
 */
export function demoPassword({ config, keys }: Needs): { password: string; source: 'setting' | 'server' } {
  return config.demoPassword === undefined
    ? { password: keys.demoPassword, source: 'server' }
    : { password: config.demoPassword, source: 'setting' };
}

const digest = (text: string) => createHash('sha256').update(passwordForm(text)).digest();

/** Compares in constant time. */
export const isDemoPassword = (needs: Needs, tried: string): boolean =>
  timingSafeEqual(digest(tried), digest(demoPassword(needs).password));
