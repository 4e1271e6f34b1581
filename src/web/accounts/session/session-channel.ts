/** What happens to a session (specification 4), and the change of role, as every tab of the browser hears it. */
export type SessionNews =
  | { readonly kind: 'signedIn'; readonly userId: string }
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'tokenRefreshed' }
  /** An address is named by the tokens, too; the profile is only read again. */
  | { readonly kind: 'userUpdated'; readonly what: 'address' | 'profile' }
  | { readonly kind: 'passwordRecovery' }
  | { readonly kind: 'mfaChallengeVerified'; readonly userId: string }
  | { readonly kind: 'roleChanged' };

/** Whether this very tab made the news, or another one of the browser. */
export type NewsOrigin = 'here' | 'elsewhere';
type NewsListener = (news: SessionNews, from: NewsOrigin) => void;

const channel = new BroadcastChannel('earshot-session');
const listeners = new Set<NewsListener>();

const hear = (news: SessionNews, from: NewsOrigin): void => {
  for (const listener of listeners) listener(news, from);
};
// Only this product's own pages can speak on the channel.
channel.onmessage = (event: MessageEvent<SessionNews>) => hear(event.data, 'elsewhere');

/** Tells every tab of the browser, this one included. */
export function tellEveryTab(news: SessionNews): void {
  hear(news, 'here');
  channel.postMessage(news);
}

/** Calls back for the news of every tab. */
export function onSessionNews(listener: NewsListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
