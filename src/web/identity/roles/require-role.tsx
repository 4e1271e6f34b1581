import type { ReactNode } from 'react';
import type { UserType } from '#contract/identity/accounts.ts';
import { profileMatches, useProfile } from '../profile/profile-queries.ts';
import { RefusedAccess } from './refused-access.tsx';

interface RequireRoleProps {
  userType: UserType;
  /** The page's own title, for example 'Artist Access Required'. */
  title: string;
  body: string;
  children: ReactNode;
}

/** Shows the page to its user type and to admins. Others get a panel with a button to switch. */
export function RequireRole({ userType, title, body, children }: RequireRoleProps) {
  const profile = useProfile().data;
  if (profile === undefined) return null;
  if (profileMatches(profile, userType)) return children;
  return <RefusedAccess title={title} body={body} needed={userType} />;
}
