import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';

const everyThreeSeconds = 3000;

const subscriptionQuery = queryOptions({
  queryKey: queryKeys.subscriptions.status,
  queryFn: ({ signal }) => callApi(api.subscriptions.checkSubscription, {}, { signal }),
});

/** The plan. Polled during a checkout, because only the provider's notice changes it. */
export const useSubscription = ({ isWaiting }: { isWaiting: boolean }) =>
  useQuery({ ...subscriptionQuery, refetchInterval: isWaiting ? everyThreeSeconds : false });

export const useCreateCheckout = () =>
  useMutation({
    mutationFn: (priceId: string) => callApi(api.subscriptions.createCheckout, { body: { priceId } }),
  });

export const useCustomerPortal = () =>
  useMutation({ mutationFn: () => callApi(api.subscriptions.customerPortal, {}) });
