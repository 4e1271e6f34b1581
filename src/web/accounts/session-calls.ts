import type { Session } from '#contract/accounts.ts';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { isPassing } from '#web/api-failures.ts';
import { retryDelay } from './session-rules.ts';

/** Rotates the refresh token of the cookie; tries again with growing pauses while the failure may pass. */
export async function refreshSession(tries = 1): Promise<Session> {
  try {
    return await callApi(api.accounts.refreshSession, { body: {} });
  } catch (error) {
    const delay = isPassing(error) ? retryDelay(tries) : null;
    if (delay === null) throw error;
    await new Promise((resolve) => setTimeout(resolve, delay));
    return refreshSession(tries + 1);
  }
}

export const signIn = (credentials: { email: string; password: string }): Promise<Session> =>
  callApi(api.accounts.signIn, { body: credentials });

/** Finishes a sign-in with the code of a second factor. */
export const verifySecondFactor = (given: { challenge: string; code: string }): Promise<Session> =>
  callApi(api.accounts.verifySecondFactor, { body: given });

/** Ends sessions on the server: this one, the others, or all. */
export const signOut = (scope: 'local' | 'others' | 'global') =>
  callApi(api.accounts.signOut, { body: { scope } });
