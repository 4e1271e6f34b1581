import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { UserType } from '#contract/identity/accounts.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { onboardedPath } from './role-paths.ts';

const forwardAfter = 2_000;

/** Users who have finished onboarding see a notice and are redirected. */
export function OnboardedCard({ userType }: { userType: UserType }) {
  const navigate = useNavigate();
  const to = onboardedPath[userType];
  useEffect(() => {
    const timer = setTimeout(() => void navigate({ to, replace: true }), forwardAfter);
    return () => clearTimeout(timer);
  }, [navigate, to]);
  return (
    <section className="grid max-w-2xl gap-6 border-s-4 border-brass-mark bg-panel p-6 sm:p-10">
      <PageHeading lead={`This page is not available for your role (${userType}).`}>
        Access Restricted
      </PageHeading>
      <p>
        <Link to={to} replace className={buttonStyle()}>
          {userType === 'artist' ? 'Go to Analytics' : 'Go to Discover'}
        </Link>
      </p>
    </section>
  );
}
