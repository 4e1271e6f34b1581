import { queryOptions } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { queryKeys } from '#web/query-keys.ts';

export const secondFactorQuery = queryOptions({
  queryKey: queryKeys['second-factor'].all,
  queryFn: ({ signal }) => callApi(api.accounts.readSecondFactor, {}, { signal }),
});
