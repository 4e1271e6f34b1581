import type { ReactNode } from 'react';
import type { UserType } from '#contract/accounts/accounts.ts';
import { useProfile } from '../profile/profile-queries.ts';
import { RefusedAccess } from './refused-access.tsx';

interface RequireRoleProps {
  userType: UserType;
  /** The page's own words, for example 'Artist Access Required'. */
  title: string;
  body: string;
  children: ReactNode;
}

/**
 * Shows the page to its user type; everybody else gets the panel and a button to switch. So do admins: what such a page shows
 * belongs to a user type, and the server has none of it for the other one.
 */
export function RequireRole({ userType, title, body, children }: RequireRoleProps) {
  const profile = useProfile().data;
  if (profile === undefined) return null;
  if (profile.userType === userType) return children;
  return <RefusedAccess title={title} body={body} needed={userType} />;
}
