import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Headphones, Mic } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { Profile, UserType } from '#contract/accounts.ts';
import { bioLength, displayNameLength } from '#contract/business-rules.ts';
import { product } from '#contract/product.ts';
import { toastFor } from '#web/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';
import { profileQuery } from '../profile/profile-queries.ts';
import { updateProfile } from '../profile/update-profile.ts';
import { tellTabsRoleChanged } from '../session/session.ts';
import { RoleInfo } from './role-info.tsx';
import { onboardedPath } from './role-paths.ts';

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

interface FieldErrors {
  readonly userType?: string | undefined;
  readonly displayName?: string | undefined;
  readonly bio?: string | undefined;
}

const lettersIn = (text: string): number => [...text].length;

function fieldErrors(userType: UserType | null, displayName: string, bio: string): FieldErrors {
  return {
    ...(userType === null ? { userType: 'Choose whether you are a listener or an artist.' } : {}),
    ...(displayName.trim() === '' ? { displayName: 'Tell us how we should call you.' } : {}),
    ...(lettersIn(displayName) > displayNameLength
      ? { displayName: `Use at most ${displayNameLength} characters.` }
      : {}),
    ...(lettersIn(bio) > bioLength ? { bio: `Use at most ${bioLength} characters.` } : {}),
  };
}

function useSetup(onSubmit: () => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: { userType: UserType; displayName: string; bio?: string }) => updateProfile({ body }),
    onMutate: onSubmit,
    onSuccess: (profile, { userType }) => {
      queryClient.setQueryData(profileQuery.queryKey, profile);
      tellTabsRoleChanged();
      toast({
        title: 'Profile updated',
        body: 'Your profile has been successfully updated.',
        act: 'Update failed',
      });
      void navigate({ to: onboardedPath[userType], replace: true });
    },
    onError: (error) => toast(toastFor(error, { title: 'Update failed' })),
  });
}

export function OnboardingForm({ profile, onSubmit }: OnboardingFormProps) {
  const setup = useSetup(onSubmit);
  const [userType, setUserType] = useState<UserType | null>(profile.userType);
  const [displayName, setDisplayName] = useState(profile.displayName);
  const [bio, setBio] = useState(profile.bio ?? '');
  const [errors, setErrors] = useState<FieldErrors>({});
  const form = useRef<HTMLFormElement>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = fieldErrors(userType, displayName, userType === 'artist' ? bio : '');
    setErrors(found);
    const first = Object.keys(found)[0];
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else if (userType !== null && !setup.isPending) {
      const filledBio = userType === 'artist' && bio.trim() !== '' ? { bio: bio.trim() } : {};
      setup.mutate({ userType, displayName: displayName.trim(), ...filledBio });
    }
  };

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-10 lg:grid-cols-[1fr_20rem] lg:gap-16">
      <div className="grid content-start gap-8">
        <header className="grid gap-4">
          <h1 tabIndex={-1} className="flex flex-wrap items-baseline gap-x-4 text-4xl sm:text-5xl">
            <span>Welcome to</span> <Wordmark size={3}>{product.wordmark}</Wordmark>
          </h1>
          <h2 className="text-xl text-muted">Complete Your Profile</h2>
        </header>
        <RadioCards
          label="I am a..."
          name="userType"
          options={roles}
          value={userType}
          onChange={(chosen) => {
            setUserType(chosen);
            setErrors({ ...errors, userType: undefined });
          }}
          error={errors.userType}
        />
        <TextField
          label="Display Name"
          name="displayName"
          placeholder="How should we call you?"
          isRequired
          value={displayName}
          onChange={(typed) => {
            setDisplayName(typed);
            setErrors({ ...errors, displayName: undefined });
          }}
          error={errors.displayName}
          autoComplete="nickname"
        />
        {userType === 'artist' && (
          <TextArea
            label="Bio (Optional)"
            name="bio"
            rows={4}
            value={bio}
            onChange={(typed) => {
              setBio(typed);
              setErrors({ ...errors, bio: undefined });
            }}
            error={errors.bio}
            counter={`${lettersIn(bio)} / ${bioLength}`}
          />
        )}
        <Button type="submit" size="large" isPending={setup.isPending} pendingLabel="Setting up...">
          Complete Setup
        </Button>
      </div>
      <RoleInfo userType={userType} />
    </form>
  );
}
