import { z } from 'zod';
import { topics } from './realtime-connection.ts';

export const Topic = z.enum(topics);
export type Topic = z.infer<typeof Topic>;

/** A message of the client: its access token, first within five seconds, then with every heartbeat. */
export const FromClient = z.strictObject({ token: z.string().min(1).max(4096) });

/** A message of the server: the token is valid, or something has changed. */
export const FromServer = z.union([
  z.strictObject({ alive: z.literal(true) }),
  z.strictObject({ changed: Topic }),
]);
export type FromServer = z.infer<typeof FromServer>;
