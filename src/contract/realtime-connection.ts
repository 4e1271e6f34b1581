/** The path of a tab's one WebSocket. */
export const realtimePath = '/api/realtime';

/** Seconds between two heartbeats of a client (specification 9). */
export const heartbeatSeconds = 25;

/**
 * What may have changed on a page. `queue`: a track is available. `served`: the track that plays has ended. `all`:
 * events may have been missed.
 */
export const topics = [
  'profile',
  'wallet',
  'subscriptions',
  'reviews',
  'tracks',
  'queue',
  'served',
  'notices',
  'admin',
  'all',
] as const;

/** Why the server closes a connection. After `unauthorized` and `tooMany` the client does not reconnect by itself. */
export const closeCodes = {
  unauthorized: 4401,
  tooMany: 4429,
  flooded: 1008,
  restarting: 1012,
} as const;
