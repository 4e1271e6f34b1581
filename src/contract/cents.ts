import type { Cents } from './primitives.ts';

// Apart from the schemas, so that a page that only shows prices loads no schema library.

/** Makes an amount of money of whole cents. Throws RangeError for anything else. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not a whole number of cents: ${amount}`);
  // The one place that makes the brand without the schema.
  return amount as Cents;
}

/** Cents as dollars with two decimals, for example 1204 as $12.04. */
export function formatCents(amount: Cents): string {
  const sign = amount < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(amount) / 100).toLocaleString('en-US');
  return `${sign}$${whole}.${String(Math.abs(amount) % 100).padStart(2, '0')}`;
}

/**
 * An amount in the smallest unit of a currency, as that currency is written: 1204 as $12.04 or €12.04, or as ¥1,204.
 * @param currency three letters
 */
export function formatAmount(amount: Cents, currency: string): string {
  if (currency === 'usd') return formatCents(amount);
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
