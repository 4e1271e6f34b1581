import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Headphones, Mic } from 'lucide-react';
import { bioLength, displayNameLength } from '#contract/business-rules.ts';
import type { Profile, UserType } from '#contract/identity/accounts.ts';
import { product } from '#contract/product.ts';
import { isBlank } from '#contract/unseen.ts';
import type { Checks } from '#web/forms/form-state.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useUnsentForm } from '#web/forms/use-unsent-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { RadioCards } from '#web/ui/controls/radio-cards.tsx';
import { TextArea } from '#web/ui/controls/text-area.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { Wordmark } from '#web/ui/music/wordmark.tsx';
import { profileQuery } from '../profile/profile-queries.ts';
import { updateProfile } from '../profile/update-profile.ts';
import { tellTabsRoleChanged } from '../session/session.ts';
import { RoleInfo } from './role-info.tsx';
import { onboardedPath } from './role-paths.ts';
import { forgetWantedRole, wantedRole } from './wanted-role.ts';

const roles = [
  {
    value: 'listener',
    title: 'Listener',
    body: 'Discover and review new music',
    icon: <Headphones aria-hidden size={24} strokeWidth={1.75} />,
  },
  {
    value: 'artist',
    title: 'Artist',
    body: 'Upload and promote your music',
    icon: <Mic aria-hidden size={24} strokeWidth={1.75} />,
  },
] as const;

interface OnboardingFormProps {
  profile: Profile;
  onSubmit: () => void;
}

const lettersIn = (text: string): number => [...text].length;

const checkLength = (text: string, most: number): string | null =>
  lettersIn(text) > most ? `Use at most ${most} characters.` : null;

interface Setup {
  readonly userType: UserType | null;
  readonly displayName: string;
  readonly bio: string;
}

const checks: Checks<Setup> = {
  userType: (chosen) => (chosen === null ? 'Choose listener or artist.' : null),
  displayName: (typed) =>
    isBlank(typed) ? 'Tell us what to call you.' : checkLength(typed, displayNameLength),
  bio: (typed, { userType }) => (userType === 'artist' ? checkLength(typed, bioLength) : null),
};

/** The body for a complete form. Only artists have a bio. */
const bodyOf = ({ userType, displayName, bio }: Setup) => ({
  ...(userType === null ? {} : { userType }),
  displayName: displayName.trim(),
  ...(userType === 'artist' && bio.trim() !== '' ? { bio: bio.trim() } : {}),
});

function useSetup({ userType, displayName, bio }: Profile, onSubmit: () => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useForm<Setup, Profile>({
    initial: { userType: userType ?? wantedRole(), displayName, bio: bio ?? '' },
    checks,
    failed: { title: 'Update failed' },
    send: (setup) => {
      onSubmit();
      return updateProfile({ body: bodyOf(setup) });
    },
    onDone: (profile, setup) => {
      queryClient.setQueryData(profileQuery.queryKey, profile);
      tellTabsRoleChanged();
      forgetWantedRole();
      toast({
        title: 'Profile updated',
        body: 'Your profile has been successfully updated.',
        act: 'Update failed',
      });
      if (setup.userType === null) return;
      // Nothing is unsent any more, which the form's warning learns only with the next render.
      void navigate({ to: onboardedPath[setup.userType], replace: true, ignoreBlocker: true });
    },
  });
}

export function OnboardingForm({ profile, onSubmit }: OnboardingFormProps) {
  const form = useSetup(profile, onSubmit);
  useUnsentForm(form, ['displayName', 'bio']);
  const { userType, bio } = form.values;
  return (
    <form {...form.props} className="grid gap-10 lg:grid-cols-[1fr_20rem] lg:gap-16">
      <div className="grid content-start gap-8">
        <header className="grid gap-4">
          <h1 tabIndex={-1} className="flex flex-wrap items-baseline gap-x-4 text-4xl sm:text-5xl">
            <span>Welcome to</span> <Wordmark size={3}>{product.wordmark}</Wordmark>
          </h1>
          <h2 className="text-xl text-muted">Complete Your Profile</h2>
        </header>
        <RadioCards {...form.field('userType')} label="I am a..." options={roles} />
        <TextField
          {...form.field('displayName')}
          label="Display Name"
          placeholder="How should we call you?"
          isRequired
          autoComplete="nickname"
        />
        {userType === 'artist' && (
          <TextArea
            {...form.field('bio')}
            label="Bio (Optional)"
            rows={4}
            counter={`${lettersIn(bio)} / ${bioLength}`}
          />
        )}
        <Button type="submit" size="large" isPending={form.isBusy} pendingLabel="Setting up...">
          Complete Setup
        </Button>
      </div>
      <RoleInfo userType={userType} />
    </form>
  );
}
