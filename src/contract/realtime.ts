import { z } from 'zod';

/** Where the one WebSocket of a tab connects. */
export const realtimePath = '/api/realtime';

/** Seconds between two signs of life of a client (specification 9). */
export const heartbeatSeconds = 25;

/** What may change on a page. `queue`: a track has come in. `all`: something may have been missed. */
export const Topic = z.enum([
  'profile',
  'wallet',
  'subscriptions',
  'reviews',
  'tracks',
  'queue',
  'admin',
  'all',
]);
export type Topic = z.infer<typeof Topic>;

/** What a client says: its access token, first within five seconds, then with every heartbeat. */
export const FromClient = z.strictObject({ token: z.string().min(1).max(4096) });

/** What the server says: the token is good, or something has changed. */
export const FromServer = z.union([
  z.strictObject({ alive: z.literal(true) }),
  z.strictObject({ changed: Topic }),
]);
export type FromServer = z.infer<typeof FromServer>;

/** Why the server closes a connection. After `unauthorised` and `tooMany` a client does not come back by itself. */
export const closeCodes = {
  unauthorised: 4401,
  tooMany: 4429,
  flooded: 1008,
  restarting: 1012,
} as const;
