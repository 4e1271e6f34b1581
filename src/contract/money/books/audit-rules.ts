/** The audit's checks, by the codes of its findings. */
export const auditRules = {
  A1: 'Every entry sums to zero',
  A2: 'Every entry matches its header',
  A3: 'Every balance is the sum of its postings',
  A4: 'All postings sum to zero',
  A5: 'Pending balances match the pending requests',
  A6: 'Approved reviews have their rewards, reversed ones their reversals',
  A7: 'Payouts have exactly the entries of their status',
  A8: 'No balance is below its floor',
  A9: 'Listeners have what they earned, plus grants and corrections, minus payouts',
  A10: 'Nobody owes money for more than 90 days',
  A11: 'Payouts sent to the bank are the approved ones',
  A12: 'The books match the seals outside the database',
  A13: 'Plan payments, refunds and disputes match the ledger',
  A14: 'Money under review is that of the withheld payouts',
} as const;
export type AuditRule = keyof typeof auditRules;

/** The audit's checks of artists' reviews. They concern no money, so they halt nothing. */
export const reviewRules = {
  R1: 'Every track has the open places of its assignments',
  R2: 'No lot is used for more than it brought',
  R3: 'Places and reviews are of their own track and artist',
} as const;
