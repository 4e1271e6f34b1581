import { z } from 'zod';
import {
  maximumPictureBytes,
  maximumUploadBytes,
  minimumPayout,
  minimumReviewWords,
  shownMegabytes,
} from './business-rules.ts';
import { formatCents } from './cents.ts';
import { waitText } from './wait-text.ts';

/** A refusal: its HTTP status, the shape of its details, and a message fit for a user. */
interface Refusal<Details extends z.ZodType> {
  readonly status: number;
  readonly details: Details;
  readonly message: (details: z.output<Details>) => string;
}

const none = z.strictObject({});
const plain = (status: number, message: string): Refusal<typeof none> => ({
  status,
  details: none,
  message: () => message,
});
const detailed = <Details extends z.ZodType>(
  status: number,
  details: Details,
  message: (details: z.output<Details>) => string,
): Refusal<Details> => ({ status, details, message });

const waiting = z.strictObject({ retryAfterSeconds: z.int().positive() });

/** Every refusal of the API by its code. The web has a text for each; a missing one does not compile. */
export const refusals = {
  // Any call
  malformed: detailed(
    400,
    z.strictObject({ issues: z.array(z.strictObject({ path: z.string(), message: z.string() })) }),
    ({ issues }) =>
      issues.map((issue) => (issue.path ? `${issue.path}: ${issue.message}` : issue.message)).join('; '),
  ),
  not_found: plain(404, 'There is nothing here.'),
  not_authenticated: plain(401, 'Auth session missing!'),
  invalid_token: plain(401, 'Your session is no longer valid. Please sign in again.'),
  access_denied: plain(403, "You don't have permission to do this."),
  wrong_user_type: detailed(
    403,
    z.strictObject({ needed: z.enum(['artist', 'listener']) }),
    ({ needed }) => `You need ${needed} access to do this.`,
  ),
  too_many_requests: detailed(
    429,
    waiting,
    (d) => `Too many requests. Try again in ${waitText(d.retryAfterSeconds)}.`,
  ),
  unavailable: detailed(503, waiting, () => 'Earshot is busy right now. Try again in a moment.'),
  key_reused: plain(422, 'This request was already sent with different content.'),
  broken: plain(500, 'Something went wrong on our side. Please try again.'),

  // Investor demo
  invalid_demo_password: plain(403, 'Invalid password. Please try again.'),

  // Accounts
  weak_password: detailed(422, z.strictObject({ reasons: z.array(z.string()).min(1) }), (d) =>
    d.reasons.join(' '),
  ),
  wrong_credentials: plain(401, 'Email or password is wrong.'),
  wrong_password: plain(403, 'Your current password is wrong.'),
  password_needed: plain(403, 'Enter your password.'),
  second_factor_needed: detailed(
    403,
    // Null during a recovery: its link already identifies the account.
    z.strictObject({ challenge: z.string().nullable() }),
    () => 'Enter the code from your authenticator app.',
  ),
  challenge_invalid: plain(401, 'This took too long or failed too often. Please sign in again.'),
  wrong_code: plain(403, 'This code is wrong. Check the app and your phone’s clock, then try again.'),
  code_used: plain(403, 'That code was already used. Wait for the next one.'),
  factor_exists: plain(409, 'Two-factor sign-in is already on.'),
  push_unsupported: plain(422, 'Earshot can’t send notifications to this browser.'),
  reserved_name: plain(422, 'That name is reserved. Please choose another.'),
  email_not_confirmed: plain(403, 'Please confirm your email address first. We can send the link again.'),
  account_suspended: plain(403, 'This account is suspended. Please contact support.'),
  invalid_image: plain(415, 'Please choose a JPEG, PNG or WebP picture.'),
  image_too_large: plain(
    413,
    `Please choose a picture of at most ${shownMegabytes(maximumPictureBytes)} and 50 megapixels.`,
  ),
  link_invalid: plain(410, 'This link is no longer valid. It may have been used, replaced or expired.'),
  refresh_token_invalid: plain(401, 'Your session has ended. Please sign in again.'),

  // Wallet
  balance_under_review: plain(
    409,
    'An admin has to decide the money that is under review first. The wallet says why it is.',
  ),
  below_minimum_payout: plain(409, `You need at least ${formatCents(minimumPayout)} to request a payout.`),

  method_unavailable: plain(409, 'We can’t pay this way in this country. Please choose another way.'),
  bad_destination: detailed(
    422,
    z.strictObject({ field: z.string(), problem: z.string() }),
    ({ problem }) => problem,
  ),
  payee_not_ready: plain(
    409,
    'The payment service still needs something from you. Answer its questions from your wallet first.',
  ),
  provider_unavailable: plain(502, 'The payment service isn’t responding. Please try again.'),

  // Subscriptions
  unknown_price: plain(422, 'This plan isn’t available anymore. Please reload the page.'),
  already_on_plan: plain(409, 'You’re already on this plan.'),
  plan_not_for_sale: plain(
    409,
    'This plan isn’t for sale right now, and you weren’t charged. Please try again later or contact support.',
  ),
  payment_under_way: plain(409, 'Your payment is being processed. Try again once your plan has started.'),
  checkout_closed: plain(
    409,
    'We refunded two subscriptions that were paid beside a running one, so you can’t buy anything for now. Try again in 30 days, or contact support.',
  ),
  no_subscription: plain(409, 'You don’t have a subscription to manage yet.'),
  nothing_to_refund: plain(409, 'Nothing was paid for this plan, or it was already refunded.'),
  refund_not_first: plain(
    409,
    'Only an account’s first payment can be refunded here. Refund later ones at the billing provider.',
  ),
  refund_too_late: detailed(
    409,
    z.strictObject({ days: z.int() }),
    ({ days }) => `This payment can no longer be refunded here: it was made more than ${days} days ago.`,
  ),
  pack_used: plain(409, 'Some of this pack was used, so it can’t be refunded here.'),
  refund_disputed: plain(409, 'This payment is disputed, so the bank decides.'),
  refund_used: detailed(
    409,
    z.strictObject({ by: z.enum(['card', 'mailbox', 'cluster']) }),
    ({ by }) => `This ${by} already got its one refund.`,
  ),
  too_few_reviews: detailed(409, z.strictObject({ left: z.int().nonnegative() }), ({ left }) =>
    left === 0
      ? 'You have no reviews left to assign.'
      : `You have only ${left} ${left === 1 ? 'review' : 'reviews'} left to assign.`,
  ),
  too_few_places: detailed(409, z.strictObject({ open: z.int().nonnegative() }), ({ open }) =>
    open === 0
      ? 'Listeners have all reviews of this track by now.'
      : `You can take back only ${open}. Listeners have the others.`,
  ),
  billing_unavailable: plain(502, 'The billing provider isn’t responding. Please try again.'),

  // Tracks
  upload_limit_reached: plain(409, "You've reached your monthly upload limit. Please upgrade your plan."),
  upload_limit_exceeded: plain(409, 'Upload limit exceeded'),
  credit_shared: plain(
    403,
    'An account with your email, browser or payout destination has used this month’s free upload.',
  ),
  invalid_file_type: detailed(
    415,
    z.strictObject({ reason: z.string() }),
    () => 'Please upload an MP3 audio file.',
  ),
  file_too_large: plain(413, `Please upload a file smaller than ${shownMegabytes(maximumUploadBytes)}.`),
  upload_interrupted: plain(400, 'The upload was cut off before the whole file arrived. Please try again.'),
  upload_offset: detailed(
    409,
    z.strictObject({ receivedBytes: z.int().nonnegative() }),
    () => 'This upload continued in another tab or on another device. Please try again.',
  ),
  storage_full: plain(507, 'There’s no room for new uploads right now. Please try again later.'),
  file_missing: plain(409, 'Failed to get file URL'),
  same_content: detailed(
    409,
    z.strictObject({ title: z.string() }),
    ({ title }) => `You have already uploaded this recording as “${title}”.`,
  ),
  track_deleted: plain(410, 'This track has been deleted.'),
  track_taken_down: plain(410, 'This track was taken down.'),
  questions_changed: plain(409, 'These questions have changed. Close the dialog to see them.'),
  question_answered: plain(409, 'You can’t change a question that already has answers.'),
  private_link_ended: plain(410, 'This link has ended.'),
  private_link_full: detailed(
    409,
    z.strictObject({ devices: z.int().positive() }),
    ({ devices }) =>
      `This link is open on ${devices} device${devices === 1 ? '' : 's'} already. Ask the artist for another.`,
  ),
  private_links_limit: detailed(
    409,
    z.strictObject({ most: z.int().positive() }),
    ({ most }) => `A track can have ${most} private links. Change one that has ended.`,
  ),
  audio_unavailable: plain(403, 'Audio source not available'),

  // Listening
  track_ended: detailed(
    410,
    z.strictObject({
      why: z.enum(['deleted', 'suspended', 'taken_down']),
      /** Until when a review of it may still be sent; null if it may not. */
      sendableUntil: z.iso.datetime().nullable(),
    }),
    () => 'You can’t play this track anymore.',
  ),
  not_assigned: plain(403, 'You’re not reviewing this track right now.'),
  tracks_opened: detailed(
    409,
    waiting.extend({
      most: z.int().positive(),
      /** The latest of those tracks, to be reviewed. */
      lastTrackId: z.uuid().nullable(),
    }),
    (d) =>
      `You have opened ${d.most} tracks in 24 hours without reviewing them. Review one of them to continue, or come back in ${waitText(d.retryAfterSeconds)}.`,
  ),
  places_taken: plain(
    409,
    'Other listeners wrote the last reviews of this track before you sent yours. Your text is saved.',
  ),
  multiple_sessions: plain(409, 'Please close other tabs playing this track.'),
  not_heard: plain(409, 'You can only mark seconds you’ve heard.'),
  marked_already: plain(409, 'You already marked this moment.'),
  nothing_compared: plain(409, 'This track has nothing to compare.'),
  comparison_over: plain(
    409,
    'The previous version is gone, so there’s nothing to compare. Your review counts as usual.',
  ),
  compare_longer: detailed(
    409,
    z.strictObject({ a: z.int().nonnegative(), b: z.int().nonnegative() }),
    ({ a, b }) => `Listen to ${a} s more of A and ${b} s more of B before you choose.`,
  ),
  chosen_already: plain(409, 'You already made your choice.'),
  choose_first: plain(409, 'Choose A, B or no difference first.'),

  // Reviews
  review_too_short: detailed(
    409,
    z.strictObject({ words: z.int().nonnegative() }),
    ({ words }) => `Please write at least ${minimumReviewWords} words (currently ${words}).`,
  ),
  listen_longer: detailed(
    409,
    z.strictObject({ seconds: z.int().positive() }),
    (d) => `Listen for ${d.seconds}s more to submit`,
  ),
  already_reviewed: plain(409, "You've already reviewed this track."),
  question_unanswered: detailed(
    409,
    z.strictObject({ questionId: z.uuid() }),
    () => 'Please answer the artist’s questions.',
  ),
  answer_unfit: detailed(
    422,
    z.strictObject({ questionId: z.uuid() }),
    () => 'This answer doesn’t fit its question.',
  ),
  cannot_appeal: plain(409, 'Only a rejected review can be appealed, and only once.'),
  press_limit: plain(
    409,
    'Two reviews are already being read for you. You can send the next one once a person has read one of them.',
  ),
  press_ended: detailed(
    403,
    z.strictObject({ until: z.iso.datetime() }),
    ({ until }) =>
      `People read three reviews for you that did say something, so you can’t send more until ${new Date(until).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })}.`,
  ),
  pressed_already: plain(409, 'This review was already read, or nobody got to it in 24 hours.'),
  cannot_mend: plain(409, 'You can’t change the text anymore. You can still appeal without a new text.'),

  // Verdicts
  blind_reviews_open: plain(
    409,
    'Listeners review this track blind. You can share its verdict once all its reviews are in.',
  ),

  // Reports and takedowns
  own_report: plain(409, 'You can’t report something of your own.'),
  reports_a_day: detailed(
    429,
    waiting.extend({ most: z.int().positive(), seconds: z.int().positive() }),
    ({ most, seconds, retryAfterSeconds }) =>
      `You can send ${most} ${most === 1 ? 'report' : 'reports'} in ${waitText(seconds)}. Try again in ${waitText(retryAfterSeconds)}.`,
  ),
  reported_already: plain(409, 'You already reported this.'),
  reports_ended: detailed(
    403,
    z.strictObject({ until: z.iso.datetime() }),
    ({ until }) =>
      `Three of your reports were dismissed, so you can’t report again until ${new Date(until).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })}.`,
  ),
  answered_already: plain(409, 'You already answered this takedown.'),
  not_answered: plain(409, 'There is no answer to decide.'),
  restored_already: plain(409, 'It’s already back.'),

  // Personal data
  payout_pending: plain(409, 'You have a payout in progress. Wait until it arrives, or cancel it first.'),
  balance_changed: plain(409, 'Your balance has changed. Please check it and confirm again.'),
  refund_under_way: plain(409, 'Your refund isn’t confirmed yet. You can delete your account once it is.'),
  plan_renews: plain(409, 'Your plan would keep billing you. Cancel it first, under Subscription.'),
  admin_account: plain(409, 'Admin accounts can’t be deleted. The operator has to remove the role first.'),
  not_appealed: plain(409, 'This review was not appealed.'),
  same_admin: plain(403, 'Another admin has to decide this appeal, because you made the first decision.'),
  reward_spent: plain(409, 'The reward is no longer in the listener’s available balance.'),

  // Discovery
  artist_not_found: plain(404, 'Artist not found or profile is private.'),
  own_follow: plain(409, 'You can’t follow yourself.'),

  // Admin
  own_decision: plain(403, 'You can’t decide about your own accounts or accounts linked to yours.'),
  already_decided: detailed(
    409,
    z.strictObject({ status: z.string() }),
    ({ status }) => `This was already decided: it is ${status}.`,
  ),
  own_suspension: plain(403, 'You can’t suspend your own account.'),
  payouts_halted: plain(409, 'Payouts are halted until an admin lifts the halt in Books.'),
  test_account: plain(409, 'This is a test account. Only the test provider can pay it.'),
  below_zero: plain(409, 'The balance is too small. A correction can’t take it below zero.'),
  second_admin_needed: plain(403, 'A second admin has to approve what you proposed.'),
  books_unclean: plain(409, 'The audit still finds something wrong. Payouts stay halted.'),
  nothing_to_export: plain(409, 'No approved payouts are waiting for this kind of file.'),
  payout_unread: plain(409, 'Read three of the listener’s reviews first. Open the payout’s row.'),
  appeal_open: plain(
    409,
    'The listener can still appeal. Decide after the appeal, or when its time is over.',
  ),
  money_owed: plain(409, 'This listener owes money for a reversed review. That has to be settled first.'),
} as const;

export type RefusalCode = keyof typeof refusals;
export type RefusalDetails<Code extends RefusalCode> = z.output<(typeof refusals)[Code]['details']>;

/** The wire format of every refusal. */
export const ErrorAnswer = z.strictObject({
  error: z.strictObject({
    code: z.enum(Object.keys(refusals) as [RefusalCode, ...RefusalCode[]]),
    message: z.string(),
    details: z.record(z.string(), z.unknown()),
    requestId: z.string(),
  }),
});
export type ErrorAnswer = z.infer<typeof ErrorAnswer>;
