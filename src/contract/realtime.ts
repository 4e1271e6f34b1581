import { z } from 'zod';
import { topics } from './realtime-connection.ts';

export const Topic = z.enum(topics);
export type Topic = z.infer<typeof Topic>;

/** What a client says: its access token, first within five seconds, then with every heartbeat. */
export const FromClient = z.strictObject({ token: z.string().min(1).max(4096) });

/** What the server says: the token is good, or something has changed. */
export const FromServer = z.union([
  z.strictObject({ alive: z.literal(true) }),
  z.strictObject({ changed: Topic }),
]);
export type FromServer = z.infer<typeof FromServer>;
