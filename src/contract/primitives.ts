import { z } from 'zod';

/** An amount of money in whole US cents. Formatted only at the edge, by `formatCents` of cents.ts. */
export const Cents = z.int().brand<'Cents'>();
export type Cents = z.infer<typeof Cents>;

export const Id = z.uuid();
/** A moment as ISO 8601 in UTC. */
export const Timestamp = z.iso.datetime();
/** Seconds, with a fraction where the clock gave one. */
export const Seconds = z.number().nonnegative();
