import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Profile } from '#contract/identity/accounts.ts';
import { fixedToastFor } from '#web/calls/error-messages.ts';
import { toast } from '#web/ui/display/toast-queue.ts';
import { tellTabsUserUpdated } from '../session/session.ts';
import { profileQuery } from './profile-queries.ts';

/** A change of one's own profile that shows a toast and updates every tab. `send` returns the changed profile. */
export function useProfileChange<Change>(send: (change: Change) => Promise<Profile>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
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
