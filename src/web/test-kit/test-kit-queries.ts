import { queryOptions } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';

export const testKitQuery = queryOptions({
  queryKey: ['test-kit'],
  queryFn: ({ signal }) => callApi(api.testKit.readTestKit, {}, { signal }),
});

export const demoPasswordQuery = queryOptions({
  queryKey: ['demo-password'],
  queryFn: ({ signal }) => callApi(api.demo.readDemoPassword, {}, { signal }),
});
