import { z } from 'zod';
import { call } from '../call.ts';
import { PageQuery, pageOf } from '../page.ts';
import { Id, Timestamp } from '../primitives.ts';
import { activityEventCodes } from './activity-events.ts';

/** One entry of the activity log. `network` is a fingerprint of the address: it only shows whether two are equal. */
export const ActivityEntry = z.strictObject({
  id: z.string(),
  at: Timestamp,
  event: z.string(),
  /** The account it is about; null if unknown, as for a failed sign-in, and for what concerns every account. */
  user: z.strictObject({ id: Id, displayName: z.string() }).nullable(),
  /** The admin who did it; null if the user, the operator or the server did. */
  actor: z.strictObject({ id: Id, displayName: z.string() }).nullable(),
  network: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type ActivityEntry = z.infer<typeof ActivityEntry>;

export const listActivity = call({
  method: 'GET',
  path: '/api/admin/history',
  summary:
    'The append-only activity log of account events and admin decisions, newest first. Filters: one event, or one user as subject or actor.',
  spec: [],
  who: 'admin',
  query: PageQuery.extend({ event: z.enum(activityEventCodes).optional(), about: Id.optional() }),
  answer: pageOf(ActivityEntry),
  status: 200,
  refusals: [],
});
