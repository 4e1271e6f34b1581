import type { Dependencies } from '../dependencies.ts';
import type { Handlers, RefreshCookie } from '../foundation/handlers.ts';
import { Refusal, refuse } from '../foundation/refusals.ts';
import { accessKeySet } from './access-token.ts';
import { askEmailChange, confirmEmailChange } from './change-email.ts';
import { changePassword, recoverPassword, resetPassword } from './change-password.ts';
import { countUnreadNotices, listNotices, markNoticesRead } from './emails/read-notices.ts';
import { readEmailedLink } from './one-time-token.ts';
import { readProfile, removeAvatar, updateProfile } from './own-profile.ts';
import { readPush, subscribeToPush, unsubscribeFromPush } from './push-subscriptions.ts';
import { refreshSession } from './refresh-session.ts';
import { beginEnrolment, finishEnrolment, readSecondFactor, removeSecondFactor } from './second-factor.ts';
import { type GivenSession, listSessions, signOut, signOutSession } from './sessions.ts';
import { readSettings, updateSettings } from './settings.ts';
import { signIn, verifySecondFactor } from './sign-in.ts';
import { confirmEmail, resendConfirmation, signUp } from './sign-up.ts';

/** The calls of accounts. The refresh token only ever goes into the cookie, never into a response body. */
export function accountsRoutes(deps: Dependencies): Handlers<'accounts'> {
  return {
    signUp: async ({ body, client, refreshCookie }) => {
      refreshCookie.setSignUpProof(await signUp(deps, body, client));
      return {};
    },
    resendConfirmation: async ({ body, client }) => {
      await resendConfirmation(deps, body.email, client);
      return {};
    },
    confirmEmail: async ({ body, client, refreshCookie }) => {
      const { type, token, password } = body;
      if (type === 'email_change') {
        if (password === undefined) return refuse('password_needed');
        return { email: await confirmEmailChange(deps, { token, password }, client), session: null };
      }
      const proof = refreshCookie.readSignUpProof();
      const { email, given } = await confirmEmail(deps, { token, password }, proof, client);
      if (proof !== undefined) refreshCookie.clearSignUpProof();
      return { email, session: given && storeInCookie(given, refreshCookie) };
    },
    recoverPassword: async ({ body, client }) => {
      await recoverPassword(deps, body.email, client);
      return {};
    },
    resetPassword: async ({ body, client }) => {
      await resetPassword(deps, body, client);
      return {};
    },
    readEmailedLink: ({ body }) => readEmailedLink(deps, body),
    signIn: async ({ body, client, refreshCookie }) =>
      storeInCookie(await signIn(deps, body, client), refreshCookie),
    verifySecondFactor: async ({ body, client, refreshCookie }) =>
      storeInCookie(await verifySecondFactor(deps, body, client), refreshCookie),
    refreshSession: async ({ refreshCookie }) =>
      storeInCookie(
        await refreshSession(deps, refreshCookie.read()).catch((error) => dropBad(refreshCookie, error)),
        refreshCookie,
      ),
    signOut: async ({ body: { scope }, client, refreshCookie }) => {
      const token = refreshCookie.read();
      await signOut(deps, token, scope, client).catch((error) => dropBad(refreshCookie, error));
      if (scope !== 'others') refreshCookie.clear();
      return {};
    },
    listSessions: ({ caller }) => listSessions(deps, caller),
    endSession: async ({ caller, params, client }) => {
      await signOutSession(deps, caller, params.sessionId, client);
      return {};
    },
    changePassword: async ({ caller, body, client }) => {
      await changePassword(deps, caller, body, client);
      return {};
    },
    changeEmail: async ({ caller, body, client }) => {
      await askEmailChange(deps, caller, body, client);
      return {};
    },
    readSecondFactor: ({ caller }) => readSecondFactor(deps, caller),
    beginSecondFactor: ({ caller, body }) => beginEnrolment(deps, caller, body.password),
    finishSecondFactor: ({ caller, body, client }) => finishEnrolment(deps, caller, body.code, client),
    removeSecondFactor: async ({ caller, body, client }) => {
      await removeSecondFactor(deps, caller, body, client);
      return {};
    },
    readKeySet: async () => accessKeySet(deps.keys),
    readProfile: ({ caller }) => readProfile(deps.database, caller.userId, deps.clock.now()),
    removeAvatar: ({ caller }) => removeAvatar(deps, caller.userId),
    updateProfile: ({ caller, body }) => updateProfile(deps, caller, body),
    listNotices: ({ caller, query }) => listNotices(deps, caller.userId, query.cursor),
    countUnreadNotices: ({ caller }) => countUnreadNotices(deps, caller.userId),
    markNoticesRead: ({ caller, body }) => markNoticesRead(deps, caller.userId, body.upTo),
    readPush: ({ caller }) => readPush(deps, caller),
    subscribeToPush: ({ caller, body }) => subscribeToPush(deps, caller, body),
    unsubscribeFromPush: ({ caller }) => unsubscribeFromPush(deps, caller),
    readSettings: ({ caller }) => readSettings(deps, caller.userId),
    updateSettings: ({ caller, body }) => updateSettings(deps, caller.userId, body),
  };
}

function storeInCookie({ session, refreshToken }: GivenSession, refreshCookie: RefreshCookie) {
  refreshCookie.set(refreshToken);
  return session;
}

/** Clears a cookie whose token is no longer valid. */
function dropBad(refreshCookie: RefreshCookie, error: unknown): never {
  if (error instanceof Refusal && error.code === 'refresh_token_invalid') refreshCookie.clear();
  throw error;
}
