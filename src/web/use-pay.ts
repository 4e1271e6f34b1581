import { useEffect, useState } from 'react';
import type { PayTerms } from '#contract/reviewing/reviews/pay-terms.ts';
import { usualPayTerms } from '#contract/reviewing/reviews/usual-pay-terms.ts';
import { readPayTerms } from './read-pay-terms.ts';

/** The usual terms until the server's arrive. Without the query client, which the landing page does not load. */
export function usePay(): PayTerms {
  const [terms, setTerms] = useState(usualPayTerms);
  useEffect(() => {
    const stop = new AbortController();
    void readPayTerms(stop.signal).then((read) => read && setTerms(read));
    return () => stop.abort();
  }, []);
  return terms;
}
