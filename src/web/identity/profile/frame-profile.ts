import type { Profile } from '#contract/identity/accounts.ts';
import { hasShape, isText, orNull } from '#web/shape-rules.ts';
import { remember, remembered } from '../session/signed-in-mark.ts';

/** What the frame around every page shows of the user. */
export type FrameProfile = Pick<
  Profile,
  'userId' | 'username' | 'displayName' | 'avatarUrl' | 'userType' | 'role'
>;

/** Lets the next load show the frame before the server has answered. */
export function rememberProfile(profile: Profile): void {
  const { userId, username, displayName, avatarUrl, userType, role } = profile;
  const frame: FrameProfile = { userId, username, displayName, avatarUrl, userType, role };
  remember('profile', userId, frame);
}

/** The profile of the user's last visit. */
export function rememberedProfile(): FrameProfile | undefined {
  const stored = remembered('profile');
  return hasShape<FrameProfile>(stored, {
    userId: isText,
    username: isText,
    displayName: isText,
    avatarUrl: orNull(isText),
    userType: (type) => type === 'artist' || type === 'listener',
    role: (role) => role === 'user' || role === 'admin',
  })
    ? stored
    : undefined;
}
