import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Genre } from '#contract/business-rules.ts';
import { fixedToastFor } from '#web/error-messages.ts';
import { toast } from '#web/ui/display/toast-queue.ts';
import { tellTabsUserUpdated } from '../session/session.ts';
import { profileQuery } from './profile-queries.ts';
import { updateProfile } from './update-profile.ts';

/** What the profile page can change; one part at a time. */
export interface ProfileEdit {
  readonly displayName?: string;
  readonly bio?: string | null;
  readonly genres?: Genre[];
}

/** Changes a part of one's own profile and says so. */
export function useEditProfile() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (edit: ProfileEdit) => updateProfile({ body: edit }),
    onSuccess: (profile) => {
      queries.setQueryData(profileQuery.queryKey, profile);
      tellTabsUserUpdated('profile');
      toast({
        title: 'Profile Updated',
        body: 'Your profile has been successfully updated.',
        act: 'profile',
      });
    },
    onError: (error) =>
      toast(
        fixedToastFor(error, {
          title: 'Error',
          body: 'Failed to update profile. Please try again.',
          act: 'profile',
        }),
      ),
  });
}
