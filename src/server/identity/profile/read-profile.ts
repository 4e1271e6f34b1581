import type { Profile } from '#contract/identity/accounts.ts';
import type { Queryable } from '../../adapters/database/database.ts';
import { avatarUrl } from './avatar-rules.ts';
import { findProfile } from './profiles-store.ts';

/** The user's own profile and role. */
export async function readProfile(db: Queryable, userId: string, now: Date): Promise<Profile> {
  const { avatarKey, ...profile } = await findProfile(db, userId, now);
  return { ...profile, id: profile.userId, avatarUrl: avatarUrl(avatarKey) };
}
