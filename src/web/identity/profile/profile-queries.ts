import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Profile, UserType } from '#contract/identity/accounts.ts';
import { matchesUserType } from '#contract/identity/role-check.ts';
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

/** Whether this user may open and do what is for the user type. */
export const profileMatches = (
  { userType, role }: Pick<Profile, 'userType' | 'role'>,
  needed: UserType,
): boolean => matchesUserType({ userType, isAdmin: role === 'admin' }, needed);

/** The same for the signed-in user; false until the profile is there. */
export function useProfileMatches(needed: UserType): boolean {
  const profile = useProfile().data;
  return profile !== undefined && profileMatches(profile, needed);
}
