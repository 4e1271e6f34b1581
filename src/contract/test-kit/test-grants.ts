import { cents } from '../cents.ts';

/** What the Test Kit gives (specification 9). */
export const testGrants = { trialDays: 90, uploadCredits: 1000 } as const;

/** What a test wallet is filled up to: the rate of the ledger. */
export const testFunds = cents(1500);
