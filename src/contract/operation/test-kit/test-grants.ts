import { cents } from '../../cents.ts';

/** What the Test Kit gives (specification 9). */
export const testGrants = { trialDays: 90, uploadCredits: 1000 } as const;

/** The amount that a test wallet is topped up to; equals the ledger's. */
export const testFunds = cents(1500);
