import { randomInt } from 'node:crypto';
import type { Genre } from '#contract/business-rules.ts';
import type { Profile, UserType } from '#contract/identity/accounts.ts';
import type { Queryable, Transaction } from '../adapters/database/database.ts';
import {
  readPicture,
  removePicture,
  storePicture,
  sweepPictures,
} from '../adapters/storage/stored-pictures.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Caller } from '../foundation/caller.ts';
import { refuse } from '../foundation/refusals.ts';
import { requireActive } from './own-account.ts';
import {
  avatarPictures,
  avatarUrl,
  firstDisplayName,
  isReserved,
  storedBio,
  storedDisplayName,
  usernameBase,
} from './profile-rules.ts';
import {
  findProfile,
  hasProfile,
  insertProfile,
  lockAvatar,
  lockProfile,
  readKnownAvatars,
  writeAvatar,
  writeProfile,
} from './profiles-store.ts';

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const suffix = (length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Creates a user's profile at the first sign-in. The user's row must be locked. */
export async function ensureProfile(
  tx: Transaction,
  user: { readonly id: string; readonly email: string },
  now: Date,
): Promise<void> {
  if (await hasProfile(tx, user.id)) return;
  const base = usernameBase(user.email);
  const displayName = firstDisplayName(user.email);
  for (let length = 0; length <= 12; length += 4) {
    const username = length === 0 ? base : `${base}-${suffix(length)}`;
    if (await insertProfile(tx, { userId: user.id, username, displayName, now })) return;
  }
  throw new Error('No free username was found.');
}

/** The user's own profile and role. */
export async function readProfile(db: Queryable, userId: string, now: Date): Promise<Profile> {
  const { avatarKey, ...profile } = await findProfile(db, userId, now);
  return { ...profile, id: profile.userId, avatarUrl: avatarUrl(avatarKey) };
}

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

// The route that serves avatars gets their path from this use case.
export { avatarPath } from './profile-rules.ts';

/** The bytes of an avatar in use. Refuses not_found if it was replaced. */
export async function openAvatar(
  { database, storage }: Pick<Dependencies, 'database' | 'storage'>,
  key: string,
): Promise<Buffer> {
  if (!(await readKnownAvatars.one(database, { keys: [key] }))) return refuse('not_found');
  return readPicture(storage, avatarPictures, key);
}

type Needs = Pick<Dependencies, 'database' | 'storage' | 'clock'>;

/**
 * Makes an uploaded picture the user's avatar and deletes the previous one.
 * @throws Refusal invalid_token, invalid_image, image_too_large, storage_full, unavailable
 */
export const setAvatar = async (deps: Needs, userId: string, uploaded: Buffer): Promise<Profile> =>
  changeAvatar(deps, userId, await storePicture(deps.storage, avatarPictures, uploaded));

/** Removes the user's avatar, if there is one. */
export const removeAvatar = (deps: Needs, userId: string): Promise<Profile> =>
  changeAvatar(deps, userId, null);

async function changeAvatar(deps: Needs, userId: string, key: string | null): Promise<Profile> {
  const { before, profile } = await deps.database.transaction(async (tx) => {
    const { avatarKey } = await lockAvatar.only(tx, { userId });
    await requireActive(tx, userId);
    await writeAvatar.run(tx, { userId, avatarKey: key });
    return { before: avatarKey, profile: await readProfile(tx, userId, deps.clock.now()) };
  });
  // A crash before this leaves an object that no profile references; the sweep deletes it.
  if (before !== null) await removePicture(deps.storage, avatarPictures, before);
  return profile;
}

/** Deletes avatars that no profile references, an hour after they were stored. Returns how many. */
export const sweepAvatars = (deps: Pick<Dependencies, 'database' | 'clock' | 'storage'>): Promise<number> =>
  sweepPictures(deps, avatarPictures, async (keys) =>
    (await readKnownAvatars.all(deps.database, { keys })).map(({ avatarKey }) => avatarKey),
  );
