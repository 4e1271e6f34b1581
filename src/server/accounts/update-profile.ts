import type { Profile, UserType } from '#contract/accounts.ts';
import type { Genre } from '#contract/business-rules.ts';
import type { Dependencies } from '../dependencies.ts';
import { keptBio, keptDisplayName } from './profile-rules.ts';
import { lockProfile, writeProfile } from './profiles-store.ts';
import { readProfile } from './read-profile.ts';

export interface ProfileChange {
  readonly displayName?: string | undefined;
  readonly bio?: string | null | undefined;
  readonly userType?: UserType | undefined;
  readonly genres?: Genre[] | undefined;
}

/** Changes what is given of the caller's own profile: onboarding, role switch and inline editing. */
export function updateProfile(
  { database }: Pick<Dependencies, 'database'>,
  userId: string,
  change: ProfileChange,
): Promise<Profile> {
  return database.transaction(async (tx) => {
    const old = await lockProfile(tx, userId);
    // Onboarding asks artists alone for a bio; one left in the form by a listener is not kept.
    const onboardedAsListener = old.userType === null && change.userType === 'listener';
    await writeProfile(tx, {
      userId,
      displayName:
        change.displayName === undefined
          ? old.displayName
          : keptDisplayName(change.displayName, old.username),
      bio: change.bio === undefined || onboardedAsListener ? old.bio : keptBio(change.bio),
      userType: change.userType ?? old.userType,
      genres: [...new Set(change.genres ?? old.genres)],
    });
    return readProfile(tx, userId);
  });
}
