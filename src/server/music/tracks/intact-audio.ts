import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { checkAudio, type StoredAudio } from './check-audio.ts';

/** Whether a file may be played. */
export type IsIntact = (file: StoredAudio) => Promise<boolean>;

/** A restored file plays again within a minute. Until then it is not read again on every request. */
const damagedMilliseconds = 60_000;
const mostRemembered = 10_000;

/**
 * Checks a file before this server first plays it, and then once a day. Skipped if the storage verifies checksums
 * itself.
 */
export function intactAudio(deps: Pick<Dependencies, 'database' | 'clock' | 'storage'>): IsIntact {
  const remembered = new Map<string, { until: number; isIntact: Promise<boolean> }>();
  const now = () => deps.clock.now().getTime();
  const check = (file: StoredAudio): Promise<boolean> => {
    const isIntact = checkAudio(deps, file);
    const entry = { until: now() + dayMilliseconds, isIntact };
    remembered.delete(file.storageKey);
    remembered.set(file.storageKey, entry);
    isIntact.then(
      (is) => {
        if (!is) entry.until = now() + damagedMilliseconds;
      },
      () => remembered.delete(file.storageKey),
    );
    const [oldest] = remembered.keys();
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
    return isIntact;
  };
  return async (file) => {
    if (deps.storage.checksContent) return true;
    const known = remembered.get(file.storageKey);
    return known && known.until > now() ? known.isIntact : check(file);
  };
}
