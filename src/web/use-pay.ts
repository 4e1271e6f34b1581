import { useQuery } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { type PayTerms, usualPayTerms } from '#contract/reviewing/reviews/pay-terms.ts';
import { callApi } from './calls/api.ts';
import { queryKeys } from './calls/query-keys.ts';

/** The usual terms until the server's arrive. */
export function usePay(): PayTerms {
  const { data } = useQuery({
    queryKey: queryKeys.pay.all,
    queryFn: ({ signal }) => callApi(api.reviews.readPay, {}, { signal }),
  });
  return data ?? usualPayTerms;
}
