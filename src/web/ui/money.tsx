import { formatCents } from '#contract/cents.ts';
import type { Cents } from '#contract/primitives.ts';

export interface MoneyProps {
  cents: Cents;
  tone?: 'plain' | 'earned';
  /** Sets a plus before what was gained. */
  signed?: boolean;
}

/** An amount in tabular figures. */
export function Money({ cents, tone = 'plain', signed = false }: MoneyProps) {
  return (
    <span className={`tabular whitespace-nowrap ${tone === 'earned' ? 'font-semibold text-mint' : ''}`}>
      {signed && cents > 0 ? '+' : ''}
      {formatCents(cents)}
    </span>
  );
}
