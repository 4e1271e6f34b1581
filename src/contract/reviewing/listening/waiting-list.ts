import { z } from 'zod';
import { call } from '../../call.ts';
import { Timestamp } from '../../primitives.ts';

/** New listeners who wait for their first track. */
export const WaitingList = z.strictObject({
  /** New listeners have to wait until they are let in. */
  listenersWait: z.boolean(),
  waiting: z.int().nonnegative(),
  /** Since when the first on the list has waited. */
  longestSince: Timestamp.nullable(),
});
export type WaitingList = z.infer<typeof WaitingList>;

export const readWaitingList = call({
  method: 'GET',
  path: '/api/admin/waiting-list',
  summary: 'Whether new listeners have to wait before their first track, and how many are waiting.',
  spec: [],
  who: 'admin',
  answer: WaitingList,
  status: 200,
  refusals: [],
});

export const setWaitingList = call({
  method: 'PUT',
  path: '/api/admin/waiting-list',
  summary:
    'Turns the waiting list for new listeners on or off. Turning it off lets in and notifies everyone waiting.',
  spec: [],
  who: 'admin',
  body: z.strictObject({ listenersWait: z.boolean() }),
  answer: WaitingList,
  status: 200,
  limit: 'decision',
  refusals: [],
});

export const letListenersIn = call({
  method: 'POST',
  path: '/api/admin/waiting-list/let-in',
  summary: 'Lets in and notifies the listeners who have waited longest. They stay in.',
  spec: [],
  who: 'admin',
  body: z.strictObject({ count: z.int().min(1).max(1000) }),
  answer: z.strictObject({ letIn: z.int().nonnegative(), list: WaitingList }),
  status: 200,
  limit: 'decision',
  refusals: ['key_reused'],
  idempotencyKey: true,
});
