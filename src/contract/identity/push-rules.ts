/** The most push notifications in 24 hours. */
export const pushesADay = 2;

/** The hours of the day, on the listener's clock, in which none is sent. */
export const quietHours = { from: 22, to: 8 } as const;

/** What a notification shows, and the page that a press opens. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  readonly path: string;
}

/** The service worker has none of the calls. */
export const pushPath = '/api/push';
export const refreshPath = '/api/auth/token';
