import { Navigate } from '@tanstack/react-router';
import { useProfile } from '#web/accounts/profile/profile-queries.ts';
import { homePath } from '#web/accounts/roles/role-paths.ts';

/** /app leads to the home of the user's type; without a type the frame has gone to onboarding already. */
export function HomeRedirect() {
  const userType = useProfile().data?.userType ?? null;
  return userType === null ? null : <Navigate to={homePath[userType]} search={true} hash={true} replace />;
}
