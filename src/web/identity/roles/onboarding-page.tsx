import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { UserType } from '#contract/identity/accounts.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { useProfile } from '../profile/profile-queries.ts';
import { isDebug } from './debug-mode.ts';
import { OnboardingForm } from './onboarding-form.tsx';
import { onboardedPath } from './role-paths.ts';

const forwardAfter = 2_000;

/** Users who have finished onboarding see a notice and are redirected. */
function OnboardedCard({ userType }: { userType: UserType }) {
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

/** The choice of a user type. Users who have one are redirected, except in debug mode. */
export function OnboardingPage() {
  const profile = useProfile().data;
  const { searchStr } = useLocation();
  // Setting up sets the profile's type while this page is open; the form then navigates itself.
  const [isSettingUp, setSettingUp] = useState(false);
  if (profile === undefined) return null;
  if (profile.userType !== null && !isSettingUp && !isDebug(searchStr)) {
    return <OnboardedCard userType={profile.userType} />;
  }
  return <OnboardingForm profile={profile} onSubmit={() => setSettingUp(true)} />;
}
