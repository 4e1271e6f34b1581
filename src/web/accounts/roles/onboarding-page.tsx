import { useLocation } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { lazyPart, MissingPart } from '#web/ui/display/lazy-part.tsx';
import { useProfile } from '../profile/profile-queries.ts';
import { isDebug } from './debug-mode.ts';
import { OnboardingForm } from './onboarding-form.tsx';

const OnboardedCard = lazyPart(async () => (await import('./onboarded-card.tsx')).OnboardedCard, MissingPart);

/** Choosing a user type. Who has one is sent on, unless in debug mode. */
export function OnboardingPage() {
  const profile = useProfile().data;
  const { searchStr } = useLocation();
  // Setting up gives the profile its type while this page still shows; the form then leads on by itself.
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
