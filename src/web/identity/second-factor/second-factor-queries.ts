import { queryOptions } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';

export const secondFactorQuery = queryOptions({
  queryKey: queryKeys['second-factor'].all,
  queryFn: ({ signal }) => callApi(api.accounts.readSecondFactor, {}, { signal }),
});
