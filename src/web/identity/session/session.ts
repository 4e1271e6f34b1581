import { useSyncExternalStore } from 'react';
import type { Session } from '#contract/identity/accounts.ts';
import { isRefusal } from '#web/calls/api-failures.ts';
import { clearWait } from '#web/calls/request-wait.ts';
import { attachAccess } from '#web/routes/access.ts';
import { forgetOldSignUp } from '../sign-in/sign-up-mark.ts';
import { type NewsOrigin, onSessionNews, type SessionNews, tellEveryTab } from './session-channel.ts';
import {
  countsAsExpired,
  isCoolingDown,
  isDueForRefresh,
  remainingMilliseconds,
  tickMilliseconds,
} from './session-rules.ts';
import { isMarkedSignedIn, markSignedIn, markSignedOut } from './signed-in-mark.ts';

export type SessionState =
  /** `failure`: the server cannot be reached; the restore is tried again. */
  | { readonly status: 'restoring'; readonly failure: Error | null }
  /** `byChoice`: the user clicked Sign Out in this tab, so sign-in does not return to the page that was left. */
  | { readonly status: 'signedOut'; readonly byChoice: boolean }
  | { readonly status: 'signedIn'; readonly user: Session['user'] };

interface Token {
  readonly value: string;
  /** Lifetime in seconds from `receivedAt`. */
  readonly expiresIn: number;
  /** Monotonic milliseconds. */
  readonly receivedAt: number;
}

/** Lazy, so that the landing page need not load the API client. */
const calls = () => import('./session-calls.ts');

const restoring: SessionState = { status: 'restoring', failure: null };
let state: SessionState = restoring;
let token: Token | null = null;
let failedAt: number | null = null;
let refreshing: Promise<string | null> | null = null;
/** Counts sign-ins and sign-outs, so that the result of an outdated refresh is dropped. */
let generation = 0;
const listeners = new Set<() => void>();

function become(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

function adopt(session: Session): void {
  const { id, email } = session.user;
  const isSameUser = state.status === 'signedIn' && state.user.id === id && state.user.email === email;
  token = { value: session.accessToken, expiresIn: session.expiresIn, receivedAt: performance.now() };
  failedAt = null;
  markSignedIn(id);
  if (!isSameUser) become({ status: 'signedIn', user: session.user });
}

function end(byChoice: boolean): void {
  generation += 1;
  token = null;
  failedAt = null;
  markSignedOut();
  if (state.status !== 'signedOut') become({ status: 'signedOut', byChoice });
}

/** One refresh at a time in this tab; concurrent callers share it. */
function renew(): Promise<string | null> {
  if (isCoolingDown(failedAt, performance.now())) return Promise.resolve(token?.value ?? null);
  refreshing ??= refresh().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/** Says on the loading screen why the session is not restored yet. */
function noteFailure(error: unknown): void {
  if (state.status === 'restoring' && error instanceof Error) become({ status: 'restoring', failure: error });
}

async function refresh(): Promise<string | null> {
  const begun = generation;
  try {
    const session = await (await calls()).refreshSession(noteFailure);
    if (begun === generation) {
      adopt(session);
      tellEveryTab({ kind: 'tokenRefreshed' });
    }
  } catch (error) {
    if (begun === generation && isRefusal(error, 'refresh_token_invalid')) end(false);
    else if (begun === generation) {
      failedAt = performance.now();
      noteFailure(error);
    }
  }
  return token?.value ?? null;
}

const remaining = (): number => (token === null ? 0 : remainingMilliseconds(token, performance.now()));

async function currentToken(): Promise<string | null> {
  if (state.status === 'signedOut') return null;
  if (token !== null && !countsAsExpired(remaining())) return token.value;
  return renew();
}

function check(): void {
  if (document.visibilityState !== 'visible' || state.status === 'signedOut') return;
  if (token === null || isDueForRefresh(remaining())) void renew();
}

function hear(news: SessionNews, from: NewsOrigin): void {
  switch (news.kind) {
    case 'userUpdated':
      // The next token contains the changed user.
      if (news.what === 'address' && state.status === 'signedIn') void renew();
      return;
    case 'passwordRecovery':
      // The refresh fails, which ends the session here as well.
      if (state.status === 'signedIn') void renew();
      return;
    case 'signedOut':
      if (from === 'elsewhere') end(false);
      return;
    case 'signedIn':
      if (from === 'elsewhere' && (state.status !== 'signedIn' || state.user.id !== news.userId)) restoreAs();
  }
}

/** Another tab has signed in, perhaps as another user; its cookie is this tab's as well. */
function restoreAs(): void {
  generation += 1;
  token = null;
  become(restoring);
  void retryRestore();
}

/** Restores the cookie's session and keeps it fresh. Call it once, before the first render. */
export function startSession(): void {
  forgetOldSignUp();
  attachAccess({ token: currentToken, renew });
  onSessionNews(hear);
  setInterval(check, tickMilliseconds);
  document.addEventListener('visibilitychange', check);
  if (isMarkedSignedIn()) void renew();
  else end(false);
}

/** Tries to restore the session now, for the Retry button of the loading screen. */
export async function retryRestore(): Promise<void> {
  failedAt = null;
  if (refreshing !== null) (await calls()).tryNow();
  await (refreshing ?? undefined);
  if (state.status === 'restoring') await renew();
}

/** Signs in with email and password. Throws what the call throws. */
export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  adoptSession(await (await calls()).signIn(credentials));
}

/** Uses a session that the server has just opened for this browser. */
export function adoptSession(session: Session): void {
  open(session);
  tellEveryTab({ kind: 'signedIn', userId: session.user.id });
}

/** Rate-limit waits of the previous user do not apply to this one. */
function open(session: Session): void {
  generation += 1;
  clearWait();
  adopt(session);
}

/** Completes a sign-in that waits for its second factor. Throws what the call throws. */
export async function verifySecondFactor(given: { challenge: string; code: string }): Promise<void> {
  const session = await (await calls()).verifySecondFactor(given);
  open(session);
  tellEveryTab({ kind: 'mfaChallengeVerified', userId: session.user.id });
  tellEveryTab({ kind: 'signedIn', userId: session.user.id });
}

/**
 * Ends this session, or with 'global' all of the user's sessions, on the server and in every tab. A local sign-out
 * succeeds even if the server is unreachable; a global one throws instead, because the other devices would stay signed
 * in.
 */
export async function signOut(scope: 'local' | 'global' = 'local'): Promise<void> {
  // At once: a page that is left or reloaded before the server responds must not restore the session.
  if (scope === 'local') markSignedOut();
  await calls()
    .then((made) => made.signOut(scope))
    .catch((error: unknown) => {
      if (scope === 'global') throw error;
    });
  end(true);
  tellEveryTab({ kind: 'signedOut' });
}

export const tellTabsRoleChanged = (): void => tellEveryTab({ kind: 'roleChanged' });

/** Tells every tab to refetch the user's own data. */
export const tellTabsUserUpdated = (what: 'address' | 'profile'): void =>
  tellEveryTab({ kind: 'userUpdated', what });

/** Tells every tab that a recovery replaced the password, which ends every session of the account. */
export const tellTabsPasswordRecovered = (): void => tellEveryTab({ kind: 'passwordRecovery' });

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const sessionState = (): SessionState => state;

export const useSession = (): SessionState => useSyncExternalStore(onSessionChange, sessionState);
