import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useProfile } from '../profile/profile-queries.ts';
import { isDebug } from './debug-mode.ts';
import { OnboardedCard } from './onboarded-card.tsx';
import { OnboardingForm } from './onboarding-form.tsx';

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
