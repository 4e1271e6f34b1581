import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useProfile } from '../profile/profile-queries.ts';
import { isDebug } from './debug-mode.ts';
import { OnboardedCard } from './onboarded-card.tsx';
import { OnboardingForm } from './onboarding-form.tsx';

/** Choosing a user type. Who has one is sent on, unless in debug mode. */
export function OnboardingPage() {
  const profile = useProfile().data;
  const { searchStr } = useLocation();
  // Setting up gives the profile its type while this page still shows; the form then leads on by itself.
  const [isSettingUp, setSettingUp] = useState(false);
  if (profile === undefined) return null;
  if (profile.userType !== null && !isSettingUp && !isDebug(searchStr)) {
    return <OnboardedCard userType={profile.userType} />;
  }
  return <OnboardingForm profile={profile} onSubmit={() => setSettingUp(true)} />;
}
