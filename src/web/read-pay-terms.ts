import type { Cents } from '#contract/primitives.ts';
import { type PayTerms, payPath } from '#contract/reviewing/reviews/pay-terms.ts';
import { hasShape, isWholeBetween, orNull } from './shape-rules.ts';

const isCents = (value: unknown): value is Cents => isWholeBetween(0, Number.MAX_SAFE_INTEGER)(value);
const checks = {
  medianCentsPerHour: orNull(isCents),
  reviewsADay: isWholeBetween(1, Number.MAX_SAFE_INTEGER),
  firstPayoutCents: isCents,
};

/** The server's terms; undefined without a response, as the usual terms are good enough. */
export async function readPayTerms(signal?: AbortSignal): Promise<PayTerms | undefined> {
  try {
    const terms: unknown = await (await fetch(payPath, signal ? { signal } : {})).json();
    return hasShape(terms, checks) ? terms : undefined;
  } catch {
    return undefined;
  }
}
