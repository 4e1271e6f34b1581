import type { Genre } from '#contract/business-rules.ts';
import type { Profile, UserType } from '#contract/identity/accounts.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { isReserved, storedBio, storedDisplayName } from './profile-rules.ts';
import { lockProfile, writeProfile } from './profiles-store.ts';
import { readProfile } from './read-profile.ts';

export interface ProfileChange {
  readonly displayName?: string | undefined;
  readonly bio?: string | null | undefined;
  readonly userType?: UserType | undefined;
  readonly genres?: Genre[] | undefined;
}

/**
 * Updates the given fields of the caller's profile: onboarding, role switch and inline editing. Admins may use a
 * reserved name, and users who already have one keep it.
 * @throws Refusal reserved_name
 */
export function updateProfile(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { userId, isAdmin }: Pick<Caller, 'userId' | 'isAdmin'>,
  change: ProfileChange,
): Promise<Profile> {
  return database.transaction(async (tx) => {
    const old = await lockProfile(tx, userId);
    const { displayName } = change;
    const isNew = displayName !== undefined && displayName.trim() !== old.displayName;
    if (isNew && !isAdmin && isReserved(displayName)) refuse('reserved_name');
    // Only artists are asked for a bio in onboarding; one left in the form by a listener is dropped.
    const onboardedAsListener = old.userType === null && change.userType === 'listener';
    await writeProfile(tx, {
      userId,
      displayName:
        change.displayName === undefined
          ? old.displayName
          : storedDisplayName(change.displayName, old.username),
      bio: change.bio === undefined || onboardedAsListener ? old.bio : storedBio(change.bio),
      userType: change.userType ?? old.userType,
      genres: [...new Set(change.genres ?? old.genres)],
    });
    return readProfile(tx, userId, clock.now());
  });
}
