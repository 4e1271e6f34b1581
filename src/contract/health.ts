import { z } from 'zod';

/** The four values of the health check, the same for browsers and machines. */
export const Health = z.strictObject({
  status: z.enum(['OK', 'Unavailable']),
  domain: z.string(),
  /** The HTTP status: 200 only while the database responds. */
  code: z.union([z.literal(200), z.literal(503)]),
  /** By the server's clock. */
  timestamp: z.iso.datetime(),
});
export type Health = z.output<typeof Health>;
