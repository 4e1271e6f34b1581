import { z } from 'zod';
import { call } from './call.ts';
import { PageQuery, pageOf } from './page.ts';
import { Id, Timestamp } from './primitives.ts';

/** Everything the record keeps, with what an admin reads. What admins did comes last. */
export const activityEvents = {
  signed_up: 'Signed up',
  sign_up_repeated: 'Sign-up with an existing address',
  email_confirmed: 'E-mail confirmed',
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  signed_out: 'Signed out',
  refresh_token_reused: 'Session token used twice',
  role_assigned: 'Role assigned',
  password_reset: 'Password recovered',
  password_changed: 'Password changed',
  email_change_asked: 'E-mail change asked',
  email_changed: 'E-mail changed',
  factor_added: 'Two-factor sign-in on',
  factor_removed: 'Two-factor sign-in off',
  recovery_code_used: 'Recovery code used',
  account_deleted: 'Account deleted',
  review_approved: 'Review approved',
  review_rejected: 'Review rejected',
  review_decision_undone: 'Review decision undone',
  appeal_granted: 'Appeal granted',
  appeal_dismissed: 'Appeal dismissed',
  payout_completed: 'Payout approved',
  payout_rejected: 'Payout rejected',
  payout_first_approved: 'First approval of a payout',
  payout_returned: 'Payout booked back',
  payouts_exported: 'Payouts exported',
  payouts_handed_over: 'Payouts handed to the bank',
  payouts_halted: 'Payouts halted',
  halt_lifted: 'Halt lifted',
  review_reversed: 'Review reversed',
  correction_proposed: 'Correction proposed',
  correction_declined: 'Correction declined',
  balance_corrected: 'Balance corrected',
  second_admin_set: 'Second-admin amount set',
  user_suspended: 'User suspended',
  suspension_lifted: 'Suspension lifted',
  audio_damaged: 'Stored audio damaged',
  audio_mended: 'Stored audio restored',
  test_trial_granted: 'Test trial granted',
  test_credits_set: 'Test credits set',
  test_listener_made: 'Test listener created',
  test_listener_renewed: 'Test listener renewed',
  admin_call_refused: 'Admin action refused',
} as const;

export type ActivityEvent = keyof typeof activityEvents;
export const activityEventCodes = Object.keys(activityEvents) as [ActivityEvent, ...ActivityEvent[]];

/** One line of the record. The address is a fingerprint: equal ones look equal, and no more can be told. */
export const ActivityEntry = z.strictObject({
  id: z.string(),
  at: Timestamp,
  event: z.string(),
  /** Whom it concerns; null for somebody unknown, as at a failed sign-in, and for what concerns everybody. */
  user: z.strictObject({ id: Id, displayName: z.string() }).nullable(),
  /** The admin who did it; null when it was the user, the operator or the server. */
  actor: z.strictObject({ id: Id, displayName: z.string() }).nullable(),
  network: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type ActivityEntry = z.infer<typeof ActivityEntry>;

export const listActivity = call({
  method: 'GET',
  path: '/api/admin/activity',
  summary:
    'The record of what happened to accounts and what admins decided, newest first; narrowed to one event, or to what is about a user or was done by them. It only grows.',
  spec: [],
  who: 'admin',
  query: PageQuery.extend({ event: z.enum(activityEventCodes).optional(), about: Id.optional() }),
  answer: pageOf(ActivityEntry),
  status: 200,
  refusals: [],
});
