import type { Cents } from './primitives.ts';

// Kept apart from the schemas, so that a page that only shows prices loads no schema library.

/** Brands whole cents as an amount of money. Throws RangeError for anything else. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not a whole number of cents: ${amount}`);
  // The one place that applies the brand without the schema.
  return amount as Cents;
}

/** Formats cents as dollars with two decimals: 1204 as $12.04. */
export function formatCents(amount: Cents): string {
  const sign = amount < 0 ? '−' : '';
  const whole = Math.floor(Math.abs(amount) / 100).toLocaleString('en-US');
  return `${sign}$${whole}.${String(Math.abs(amount) % 100).padStart(2, '0')}`;
}

/**
 * Formats an amount in the smallest unit of its currency: 1204 as $12.04, €12.04 or ¥1,204.
 * @param currency three letters
 */
export function formatAmount(amount: Cents, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format
    .format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
    .replace('-', '−');
}
