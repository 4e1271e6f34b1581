import { formatAmount } from '#contract/cents.ts';
import type { Cents } from '#contract/primitives.ts';

export interface MoneyProps {
  cents: Cents;
  /** Three lowercase letters; dollars by default. */
  currency?: string;
  tone?: 'plain' | 'earned';
  /** Adds a plus sign to positive amounts. */
  signed?: boolean;
}

/** An amount in tabular digits. */
export function Money({ cents, currency = 'usd', tone = 'plain', signed = false }: MoneyProps) {
  return (
    <span className={`tabular whitespace-nowrap ${tone === 'earned' ? 'font-semibold text-mint' : ''}`}>
      {signed && cents > 0 ? '+' : ''}
      {formatAmount(cents, currency)}
    </span>
  );
}
