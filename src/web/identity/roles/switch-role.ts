import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UserType } from '#contract/identity/accounts.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { agreeToLoseWork } from '#web/forms/unsent-work.ts';
import { toast } from '#web/ui/display/toast-queue.ts';
import { profileQuery } from '../profile/profile-queries.ts';
import { updateProfile } from '../profile/update-profile.ts';
import { carryToast } from '../session/carried-toast.ts';
import { tellTabsRoleChanged } from '../session/session.ts';
import { homePath } from './role-paths.ts';

/** Switches between artist and listener, then opens a page, by default the new role's home, with a full page load. */
export function useSwitchRole(leadsTo?: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (userType: UserType) => updateProfile({ body: { userType } }),
    onSuccess: (profile, userType) => {
      queryClient.setQueryData(profileQuery.queryKey, profile);
      tellTabsRoleChanged();
      carryToast({ title: 'Role switched', body: `You are now logged in as a ${userType}` });
      // The role switch asked before: a second question would come too late to stop it.
      agreeToLoseWork();
      window.location.assign(leadsTo ?? homePath[userType]);
    },
    onError: (error) => toast(toastFor(error, { title: 'Failed to switch role' })),
  });
}
