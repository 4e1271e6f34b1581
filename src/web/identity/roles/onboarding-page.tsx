import { useLocation } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { lazyPart, MissingPart } from '#web/ui/display/lazy-part.tsx';
import { useProfile } from '../profile/profile-queries.ts';
import { isDebug } from './debug-mode.ts';
import { OnboardingForm } from './onboarding-form.tsx';

const OnboardedCard = lazyPart(async () => (await import('./onboarded-card.tsx')).OnboardedCard, MissingPart);

/** The choice of a user type. Users who have one are redirected, except in debug mode. */
export function OnboardingPage() {
  const profile = useProfile().data;
  const { searchStr } = useLocation();
  // Setting up sets the profile's type while this page is open; the form then navigates itself.
  const [isSettingUp, setSettingUp] = useState(false);
  if (profile === undefined) return null;
  if (profile.userType !== null && !isSettingUp && !isDebug(searchStr)) {
    return (
      <Suspense fallback={null}>
        <OnboardedCard userType={profile.userType} />
      </Suspense>
    );
  }
  return <OnboardingForm profile={profile} onSubmit={() => setSettingUp(true)} />;
}
