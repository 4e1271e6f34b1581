import type { Genre } from '#contract/business-rules.ts';
import { updateProfile } from './update-profile.ts';
import { useProfileChange } from './use-profile-change.ts';

/** What the profile page can change; one part at a time. */
export interface ProfileEdit {
  readonly displayName?: string;
  readonly bio?: string | null;
  readonly genres?: Genre[];
}

/** Changes a part of one's own profile. */
export const useEditProfile = () => useProfileChange((edit: ProfileEdit) => updateProfile({ body: edit }));
