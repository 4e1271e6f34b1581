import { queryOptions } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';

export const testKitQuery = queryOptions({
  queryKey: queryKeys['test-kit'].all,
  queryFn: ({ signal }) => callApi(api.testKit.readTestKit, {}, { signal }),
});

export const demoPasswordQuery = queryOptions({
  queryKey: queryKeys['demo-password'].all,
  queryFn: ({ signal }) => callApi(api.demo.readDemoPassword, {}, { signal }),
});
