import { type PayTerms, payPath } from '#contract/reviewing/reviews/pay-terms.ts';

/**
 * The server's terms, which it has validated; undefined without a response, as the usual terms are good enough. Small,
 * because the landing page loads it.
 */
export async function readPayTerms(signal?: AbortSignal): Promise<PayTerms | undefined> {
  try {
    const response = await fetch(payPath, signal ? { signal } : {});
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}
