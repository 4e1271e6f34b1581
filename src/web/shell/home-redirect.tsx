import { Navigate } from '@tanstack/react-router';
import { useProfile } from '#web/identity/profile/profile-queries.ts';
import { homePath } from '#web/identity/roles/role-paths.ts';

/** Redirects /app to the home of the user's type. Users without one were already redirected to onboarding. */
export function HomeRedirect() {
  const userType = useProfile().data?.userType ?? null;
  return userType === null ? null : <Navigate to={homePath[userType]} search={true} hash={true} replace />;
}
