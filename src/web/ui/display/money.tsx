import { formatAmount } from '#contract/cents.ts';
import type { Cents } from '#contract/primitives.ts';

export interface MoneyProps {
  cents: Cents;
  /** Three lowercase letters; dollars when not given. */
  currency?: string;
  tone?: 'plain' | 'earned';
  /** Sets a plus before what was gained. */
  signed?: boolean;
}

/** An amount in tabular figures. */
export function Money({ cents, currency = 'usd', tone = 'plain', signed = false }: MoneyProps) {
  return (
    <span className={`tabular whitespace-nowrap ${tone === 'earned' ? 'font-semibold text-mint' : ''}`}>
      {signed && cents > 0 ? '+' : ''}
      {formatAmount(cents, currency)}
    </span>
  );
}
