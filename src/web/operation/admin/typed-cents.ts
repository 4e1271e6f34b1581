import { cents } from '#contract/cents.ts';
import { plainCode } from '#contract/plain-text.ts';
import type { Cents } from '#contract/primitives.ts';

/** Parses typed dollars, for example 12.50, to whole cents; undefined if invalid. */
export function typedCents(typed: string): Cents | undefined {
  const [, dollars, rest = ''] = /^\$?(\d{1,6})(?:\.(\d{1,2}))?$/.exec(plainCode(typed)) ?? [];
  if (dollars === undefined) return undefined;
  const amount = Number(dollars) * 100 + Number(rest.padEnd(2, '0'));
  return amount === 0 ? undefined : cents(amount);
}

export const checkTypedCents = (typed: string): string | null =>
  typedCents(typed) === undefined ? 'Enter an amount like 12.50.' : null;
