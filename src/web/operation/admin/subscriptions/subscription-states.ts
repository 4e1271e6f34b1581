import type { Reversal, SubscriptionEntry } from '#contract/operation/admin/admin-billing.ts';
import type { BadgeVariant } from '#web/ui/display/badge.tsx';

/** The badge of a subscription's state. */
export const stateBadges: Readonly<
  Record<SubscriptionEntry['state'], readonly [label: string, variant: BadgeVariant]>
> = {
  active: ['active', 'quiet'],
  cancelling: ['canceled', 'secondary'],
  past_due: ['past due', 'destructive'],
  paused: ['paused', 'destructive'],
  ended: ['ended', 'secondary'],
};

const pauses = {
  dispute: 'A payment is disputed.',
  collection: 'Payments are paused at the provider.',
  unconfirmed: 'The provider hasn’t confirmed the renewal.',
} as const;

const ends = { refund: 'Refunded in full.', dispute: 'The dispute was lost.' } as const;

const problems = {
  unknown_price: 'Its price isn’t in any STRIPE_PRICE_ setting.',
  not_at_provider: 'The provider has no such subscription.',
  unreadable: 'The provider couldn’t be reached. Earshot tries again every hour.',
} as const;

/** Short remarks about a subscription's state for admins. */
export const remarksOn = ({ pausedFor, endedFor, problem }: SubscriptionEntry): readonly string[] => [
  ...(pausedFor === null ? [] : [pauses[pausedFor]]),
  ...(endedFor === null ? [] : [ends[endedFor]]),
  ...(problem === null ? [] : [problems[problem]]),
];

export const reversalBadges: Readonly<
  Record<Reversal['status'], readonly [label: string, variant: BadgeVariant]>
> = {
  pending: ['pending', 'secondary'],
  succeeded: ['refunded', 'default'],
  failed: ['failed', 'secondary'],
  inquiry: ['inquiry', 'secondary'],
  open: ['open', 'destructive'],
  won: ['won', 'earned'],
  lost: ['lost', 'destructive'],
};
