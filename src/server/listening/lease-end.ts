import type { Config } from '../settings/config.ts';

/** When a lease given now expires. */
export const leaseEnd = (config: Pick<Config, 'leaseMinutes'>, now: Date): Date =>
  new Date(now.getTime() + config.leaseMinutes * 60_000);
