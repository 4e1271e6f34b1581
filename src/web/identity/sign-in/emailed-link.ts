import { useQuery } from '@tanstack/react-query';
import type { EmailedLinkKind } from '#contract/identity/emailed-links.ts';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { sessionState, useSession } from '../session/session.ts';

/** What an opened link is about. The page works without it, so a failure is not retried. */
export const useEmailedLink = (type: EmailedLinkKind, token: string) =>
  useQuery({
    queryKey: queryKeys['emailed-link'].one(type, token),
    queryFn: ({ signal }) => callApi(api.accounts.readEmailedLink, { body: { type, token } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

type Address = string | null | undefined;

/** The address signed in here, if it is not the one that a link belongs to. */
export function otherSignedIn(linked: Address, session = sessionState()): string | null {
  if (!linked || session.status !== 'signedIn' || session.user.email === linked) return null;
  return session.user.email;
}

export const useOtherSignedIn = (linked: Address): string | null => otherSignedIn(linked, useSession());
