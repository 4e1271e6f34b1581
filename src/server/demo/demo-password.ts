import { createHash, timingSafeEqual } from 'node:crypto';
import type { Dependencies } from '../dependencies.ts';

type Needs = Pick<Dependencies, 'config' | 'keys'>;

/** What opens the investor demo: the setting, else the server's own, the same on all nodes of one secret. */
export function demoPassword({ config, keys }: Needs): { password: string; source: 'setting' | 'server' } {
  return config.demoPassword === undefined
    ? { password: keys.demoPassword, source: 'server' }
    : { password: config.demoPassword, source: 'setting' };
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in a time that tells nothing about how much of it was right. */
export const isDemoPassword = (needs: Needs, tried: string): boolean =>
  timingSafeEqual(digest(tried), digest(demoPassword(needs).password));
