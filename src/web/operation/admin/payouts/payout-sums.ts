import type { BulkOutcome } from '#contract/bulk-outcome.ts';
import { cents, formatCents } from '#contract/cents.ts';
import type { PendingPayout } from '#contract/operation/admin/admin.ts';

export const payoutsOf = (count: number): string => (count === 1 ? '1 payout' : `${count} payouts`);

export const totalOf = (payouts: readonly PendingPayout[]): string =>
  formatCents(cents(payouts.reduce((sum, { amountCents }) => sum + amountCents, 0)));

export const countOf = ({ outcomes }: BulkOutcome, wanted: string): number =>
  outcomes.filter(({ outcome }) => outcome === wanted).length;

/** The payouts that a bulk decision decided. */
export function doneIn(
  { outcomes }: BulkOutcome,
  payouts: readonly PendingPayout[],
): readonly PendingPayout[] {
  const done = new Set(outcomes.flatMap(({ id, outcome }) => (outcome === 'done' ? [id] : [])));
  return payouts.filter(({ id }) => done.has(id));
}
