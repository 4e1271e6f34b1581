import { queryOptions } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';

export const destinationQuery = queryOptions({
  queryKey: queryKeys.wallet.payee,
  queryFn: ({ signal }) => callApi(api.payoutDestinations.readDestination, {}, { signal }),
});

/** Asks the payment service itself, so failures are not retried repeatedly. */
export const destinationAccountQuery = queryOptions({
  queryKey: queryKeys.wallet.payeeAccount,
  queryFn: ({ signal }) => callApi(api.payoutDestinations.readDestinationAccount, {}, { signal }),
  retry: false,
});

/** The payout methods for a country. */
export const offersQuery = (country: string) =>
  queryOptions({
    queryKey: queryKeys.wallet.offers(country),
    queryFn: ({ signal }) =>
      callApi(api.payoutDestinations.listDestinationOffers, { query: { country } }, { signal }),
  });
