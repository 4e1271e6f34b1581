/** Session events (specification 4) and role changes, which every tab of the browser receives. */
export type SessionNews =
  | { readonly kind: 'signedIn'; readonly userId: string }
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'tokenRefreshed' }
  /** The access token contains the address, so it is refreshed; a profile is only refetched. */
  | { readonly kind: 'userUpdated'; readonly what: 'address' | 'profile' }
  | { readonly kind: 'passwordRecovery' }
  | { readonly kind: 'mfaChallengeVerified'; readonly userId: string }
  | { readonly kind: 'roleChanged' };

/** Whether this tab or another one of the browser caused the event. */
export type NewsOrigin = 'here' | 'elsewhere';
type NewsListener = (news: SessionNews, from: NewsOrigin) => void;

const channel = new BroadcastChannel('earshot-session');
const listeners = new Set<NewsListener>();

const hear = (news: SessionNews, from: NewsOrigin): void => {
  for (const listener of listeners) listener(news, from);
};
// Only pages of this origin can post to the channel.
channel.onmessage = (event: MessageEvent<SessionNews>) => hear(event.data, 'elsewhere');

/** Notifies every tab of the browser, including this one. */
export function tellEveryTab(news: SessionNews): void {
  hear(news, 'here');
  channel.postMessage(news);
}

/** Subscribes to session events of every tab. Returns the function that unsubscribes. */
export function onSessionNews(listener: NewsListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
