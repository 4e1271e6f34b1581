import { z } from 'zod';
import { call } from '../call.ts';
import { LinkToken } from './accounts.ts';

const EmailedLinkKind = z.enum(['signup', 'email_change', 'recovery', 'payee']);
export type EmailedLinkKind = z.infer<typeof EmailedLinkKind>;

export const EmailedLink = z.strictObject({
  /** The account's address, for a link that is only sent there: a forgotten password, a payout destination. */
  email: z.string().nullable(),
  /** For an address that is yet to be confirmed: where the link was sent, as k***@example.org. */
  masked: z.string().nullable(),
  /** The address that this link confirms is confirmed, by this link or another. */
  isConfirmed: z.boolean(),
});
export type EmailedLink = z.infer<typeof EmailedLink>;

export const readEmailedLink = call({
  method: 'POST',
  path: '/api/auth/link',
  summary: 'What an emailed link is about, for those who have it. Does not use it up.',
  spec: [],
  who: 'public',
  body: z.strictObject({ type: EmailedLinkKind, token: LinkToken }),
  answer: EmailedLink,
  status: 200,
  refusals: ['link_invalid'],
});
