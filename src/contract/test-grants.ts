/** What the Test Kit gives (specification 9). The test wallet's cents are a rate of the ledger. */
export const testGrants = { trialDays: 90, uploadCredits: 1000 } as const;
