import type { Config } from '../../settings/config.ts';

type LeaseTime = Pick<Config, 'leaseMinutes'>;

const minute = 60_000;

/** When a lease given now expires. */
export const leaseEnd = ({ leaseMinutes }: LeaseTime, now: Date): Date =>
  new Date(now.getTime() + leaseMinutes * minute);

/**
 * When a lease expires that a report of playback renews: not before its time, and at the end of a minute, so that most
 * reports leave it as it is. A changed one costs PostgreSQL a new entry in every index of the lease.
 */
export const reportedLeaseEnd = (lease: LeaseTime, now: Date): Date =>
  new Date(Math.ceil(leaseEnd(lease, now).getTime() / minute) * minute);
