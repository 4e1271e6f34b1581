/** What keeps the rule from approving a payout: the name that admins read beside the request, and what to check. */
export const payoutDoubts = {
  taken_back: {
    name: 'approval undone',
    look: 'Approval undone: an admin approved it, then undid the approval. Ask them why before you decide.',
  },
  amount: {
    name: 'large amount',
    look: 'Large amount: open the listener’s name and see whether their reviews explain it.',
  },
  standing: {
    name: 'not Known',
    look: 'Not Known: the listener’s standing is New. Read the reviews.',
  },
  related: {
    name: 'related accounts',
    look: 'Related accounts: open the listener’s name and look at what the accounts share.',
  },
  suspended: {
    name: 'suspended',
    // The list already marks every suspended listener.
    look: null,
  },
  not_seen: {
    name: 'first payout',
    look: 'First payout to this destination: no admin has looked at this listener yet. Read the reviews. Later payouts are approved by rule.',
  },
  held: {
    name: 'held or stopped',
    look: 'Held or stopped: the account changed within 72 hours, or someone used “This was not me”. Nothing is sent until that is resolved.',
  },
  destination: {
    name: 'new destination',
    look: 'New destination: none is confirmed yet, or it was confirmed less than 72 hours ago.',
  },
  artists: {
    name: 'unproven artists',
    look: 'Unproven artists: the listener earned more than half of it from artists who have paid nothing, whose first payment is younger than 30 days, or who had a payment refunded or disputed. Look for these artists in the Subscriptions tab.',
  },
  refused_before: {
    name: 'last payout failed',
    look: 'Last payout failed: it was rejected or returned, or an admin undid its approval. The Activity tab has the reason.',
  },
  unread: {
    name: 'reviews not read',
    look: 'Reviews not read: no person has read three of this listener’s reviews. Read them here.',
  },
  says_nothing: {
    name: 'a review said nothing',
    look: 'A review said nothing: a person found that within 90 days. Read the reviews before you approve.',
  },
  under_review: {
    name: 'balance under review',
    look: 'Balance under review: another payout of the listener was withheld. Decide that one first.',
  },
  owed: {
    name: 'owes money',
    look: 'Owes money: a reward was reversed after it was paid out. The payout can only be rejected.',
  },
} as const;

export type PayoutDoubt = keyof typeof payoutDoubts;
export const payoutDoubtCodes = Object.keys(payoutDoubts) as [PayoutDoubt, ...PayoutDoubt[]];
