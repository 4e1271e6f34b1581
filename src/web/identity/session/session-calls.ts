import type { Session } from '#contract/identity/accounts.ts';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { isPassing, ServerUnreachable, waitOf } from '#web/calls/api-failures.ts';
import { noteWait } from '#web/calls/request-wait.ts';
import { retryDelay } from './session-rules.ts';

/** The server reissues a lost token for 30 s, so a refresh without a response has to be retried before that. */
const longestRefresh = 20_000;

/**
 * One refresh at a time in the whole browser: if two responses overtook each other, the older cookie would stay and its
 * next use would end the session. Without https browsers have no locks.
 */
const rotate = (): Promise<Session> => {
  const call = () => {
    const late = AbortSignal.timeout(longestRefresh);
    return callApi(api.accounts.refreshSession, { body: {} }, { signal: late }).catch((error: unknown) => {
      throw late.aborted ? new ServerUnreachable(null, error) : error;
    });
  };
  return 'locks' in navigator ? navigator.locks.request('earshot-refresh', call) : call();
};

/** Ends the delay before the next try. */
let endDelay = (): void => undefined;

/** Tries a refresh that waits for its next try now. */
export const tryNow = (): void => endDelay();

const delayed = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    endDelay = resolve;
    setTimeout(resolve, milliseconds);
  });

/** Failures of the first tries, which may be over before anyone could read them. */
const unsaidTries = 2;

/**
 * Rotates the refresh token in the cookie. Retries with backoff if the failure may be temporary, and after the wait
 * that the server asks for.
 * @param onFailure called with each temporary failure after the first ones
 */
export async function refreshSession(onFailure: (error: unknown) => void, tries = 1): Promise<Session> {
  try {
    return await rotate();
  } catch (error) {
    const wait = waitOf(error);
    if (wait !== null) {
      noteWait(wait);
      await new Promise((resolve) => setTimeout(resolve, wait * 1000));
      return refreshSession(onFailure, tries);
    }
    const delay = isPassing(error) ? retryDelay(tries) : null;
    if (delay === null) throw error;
    if (tries > unsaidTries) onFailure(error);
    await delayed(delay);
    return refreshSession(onFailure, tries + 1);
  }
}

export const signIn = (credentials: { email: string; password: string }): Promise<Session> =>
  callApi(api.accounts.signIn, { body: credentials });

/** Completes a sign-in with a second-factor code. */
export const verifySecondFactor = (given: { challenge: string; code: string }): Promise<Session> =>
  callApi(api.accounts.verifySecondFactor, { body: given });

/** Ends sessions on the server: this one, the others, or all. Also if the page is left at once. */
export const signOut = (scope: 'local' | 'others' | 'global') =>
  callApi(api.accounts.signOut, { body: { scope } }, { keepalive: true });
