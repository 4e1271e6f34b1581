/** The audit's checks, by the codes of its findings. */
export const auditRules = {
  A1: 'Every entry sums to zero',
  A2: 'Every entry is as its header states it',
  A3: 'Every balance is the sum of its postings',
  A4: 'All postings together are zero',
  A5: 'Pending balances are the pending requests',
  A6: 'Approved reviews have their rewards, reversed ones their reversals',
  A7: 'Payouts have exactly the entries of their status',
  A8: 'No balance is beyond its floor',
  A9: 'What listeners have is what they earned, were granted and corrected, less what was paid',
  A10: 'Nothing is owed for more than 90 days',
  A11: 'What was handed to the bank is what was approved',
  A12: 'The books are as they were sealed outside the database',
  A13: 'What was paid for plans, refunded and lost is what is booked',
} as const;
export type AuditRule = keyof typeof auditRules;
