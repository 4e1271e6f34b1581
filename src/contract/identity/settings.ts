import { z } from 'zod';
import { call } from '../call.ts';
import { noticeKinds } from './notice-kinds.ts';

export const NoticeKind = z.enum(noticeKinds);
export type NoticeKind = z.infer<typeof NoticeKind>;

export const Settings = z.strictObject({
  /** Whether each kind is also sent by email. */
  notices: z.record(NoticeKind, z.boolean()),
  /** Hides the profile's public page from everyone else. */
  isPrivate: z.boolean(),
  /** The support address of this deployment. */
  supportEmail: z.string(),
});
export type Settings = z.infer<typeof Settings>;

export const readSettings = call({
  method: 'GET',
  path: '/api/settings',
  summary: "The caller's own settings.",
  spec: [],
  who: 'signed_in',
  answer: Settings,
  status: 200,
  refusals: [],
});

export const updateSettings = call({
  method: 'PATCH',
  path: '/api/settings',
  summary: 'Updates the given settings of the caller.',
  spec: [],
  who: 'signed_in',
  body: z.strictObject({
    notices: z.partialRecord(NoticeKind, z.boolean()).optional(),
    isPrivate: z.boolean().optional(),
  }),
  answer: Settings,
  status: 200,
  refusals: [],
});
