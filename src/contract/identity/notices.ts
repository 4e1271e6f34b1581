import { z } from 'zod';
import { call } from '../call.ts';
import { PageQuery, pageOf } from '../page.ts';
import { Id, Timestamp } from '../primitives.ts';

/** Unread notices are counted up to this number. */
export const mostUnreadCounted = 100;

export const Notice = z.strictObject({
  id: Id,
  title: z.string(),
  body: z.string(),
  /** The page that it links to. */
  path: z.string().nullable(),
  isRead: z.boolean(),
  createdAt: Timestamp,
});
export type Notice = z.infer<typeof Notice>;

export const listNotices = call({
  method: 'GET',
  path: '/api/notices',
  summary: "The caller's notices of the last 90 days, newest first.",
  spec: [],
  who: 'signed_in',
  query: PageQuery,
  answer: pageOf(Notice),
  status: 200,
  refusals: [],
});

export const countUnreadNotices = call({
  method: 'GET',
  path: '/api/notices/unread',
  summary: "How many of the caller's notices are unread, counted up to 100.",
  spec: [],
  who: 'signed_in',
  answer: z.strictObject({ unread: z.int().min(0).max(mostUnreadCounted) }),
  status: 200,
  refusals: [],
});

export const markNoticesRead = call({
  method: 'POST',
  path: '/api/notices/read',
  summary: "Marks one of the caller's notices and all earlier ones as read.",
  spec: [],
  who: 'signed_in',
  body: z.strictObject({ upTo: Id }),
  answer: z.strictObject({}),
  status: 200,
  refusals: [],
});
