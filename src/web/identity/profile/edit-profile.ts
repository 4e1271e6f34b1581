import type { Genre } from '#contract/business-rules.ts';
import { updateProfile } from './update-profile.ts';
import { useProfileChange } from './use-profile-change.ts';

/** The fields that the profile page can change. */
export interface ProfileEdit {
  readonly displayName?: string;
  readonly bio?: string | null;
  readonly genres?: Genre[];
}

/** Changes a field of the user's profile. */
export const useEditProfile = () => useProfileChange((edit: ProfileEdit) => updateProfile({ body: edit }));
