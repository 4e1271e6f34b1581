/** Where the one WebSocket of a tab connects. */
export const realtimePath = '/api/realtime';

/** Seconds between two signs of life of a client (specification 9). */
export const heartbeatSeconds = 25;

/** What may change on a page. `queue`: a track has come in. `served`: the track that plays has ended. `all`: something may have been missed. */
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

/** Why the server closes a connection. After `unauthorized` and `tooMany` a client does not come back by itself. */
export const closeCodes = {
  unauthorized: 4401,
  tooMany: 4429,
  flooded: 1008,
  restarting: 1012,
} as const;
