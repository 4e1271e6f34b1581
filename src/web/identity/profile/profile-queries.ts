import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { useSession } from '../session/session.ts';

export const profileQuery = queryOptions({
  queryKey: queryKeys.profile.all,
  queryFn: ({ signal }) => callApi(api.accounts.readProfile, {}, { signal }),
});

/** The signed-in user's own profile and account role. */
export function useProfile() {
  const session = useSession();
  return useQuery({ ...profileQuery, enabled: session.status === 'signedIn' });
}
