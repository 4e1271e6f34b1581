import type { RefusalCode } from '#contract/errors.ts';
import { FileChanged } from '../files/chosen-file-changed.ts';
import { ApiRefusal, ServerUnreachable } from './api-failures.ts';

/** `act`: the toast uses the title of the user's action, for example 'Sign in failed'. */
type RefusalText = 'act' | { readonly title: string };

/** The toast title for every refusal; the body is the refusal's own message. */
const refusalTexts: Readonly<Record<RefusalCode, RefusalText>> = {
  malformed: 'act',
  not_found: 'act',
  not_authenticated: 'act',
  invalid_token: 'act',
  access_denied: 'act',
  wrong_user_type: 'act',
  too_many_requests: 'act',
  unavailable: 'act',
  key_reused: 'act',
  broken: 'act',
  invalid_demo_password: 'act',
  weak_password: 'act',
  wrong_credentials: 'act',
  wrong_password: 'act',
  password_needed: 'act',
  second_factor_needed: 'act',
  challenge_invalid: 'act',
  wrong_code: 'act',
  code_used: 'act',
  factor_exists: 'act',
  push_unsupported: 'act',
  reserved_name: 'act',
  email_not_confirmed: 'act',
  account_suspended: 'act',
  invalid_image: { title: 'Invalid file type' },
  image_too_large: { title: 'File too large' },
  link_invalid: 'act',
  refresh_token_invalid: 'act',
  below_minimum_payout: { title: 'Minimum payout not met' },
  unknown_price: 'act',
  already_on_plan: 'act',
  plan_not_for_sale: 'act',
  payment_under_way: 'act',
  checkout_closed: 'act',
  nothing_to_refund: 'act',
  refund_not_first: 'act',
  refund_too_late: 'act',
  refund_disputed: 'act',
  pack_used: 'act',
  refund_used: 'act',
  method_unavailable: 'act',
  bad_destination: 'act',
  payee_not_ready: 'act',
  provider_unavailable: 'act',
  no_subscription: 'act',
  billing_unavailable: 'act',
  too_few_reviews: 'act',
  too_few_places: 'act',
  upload_limit_reached: { title: 'Upload limit reached' },
  upload_limit_exceeded: 'act',
  credit_shared: 'act',
  invalid_file_type: { title: 'Invalid file type' },
  file_too_large: { title: 'File too large' },
  upload_interrupted: 'act',
  upload_offset: 'act',
  storage_full: 'act',
  file_missing: 'act',
  same_content: 'act',
  track_deleted: 'act',
  track_taken_down: 'act',
  track_ended: 'act',
  own_report: 'act',
  reported_already: 'act',
  reports_a_day: 'act',
  reports_ended: 'act',
  answered_already: 'act',
  not_answered: 'act',
  restored_already: 'act',
  questions_changed: 'act',
  question_answered: 'act',
  question_unanswered: 'act',
  answer_unfit: 'act',
  private_link_ended: 'act',
  private_link_full: 'act',
  private_links_limit: 'act',
  audio_unavailable: { title: 'Playback Error' },
  not_assigned: 'act',
  not_heard: 'act',
  marked_already: 'act',
  nothing_compared: 'act',
  comparison_over: { title: 'The previous version is gone' },
  compare_longer: { title: 'Listen to both first' },
  chosen_already: { title: 'Already chosen' },
  choose_first: { title: 'Choose first' },
  tracks_opened: { title: 'Review a track to continue' },
  places_taken: { title: 'All reviews are in' },
  multiple_sessions: { title: 'Multiple Sessions Detected' },
  review_too_short: { title: 'Review too short' },
  listen_longer: 'act',
  already_reviewed: { title: 'Already reviewed' },
  blind_reviews_open: 'act',
  cannot_appeal: 'act',
  cannot_mend: 'act',
  press_limit: 'act',
  press_ended: 'act',
  pressed_already: 'act',
  payout_pending: 'act',
  balance_changed: 'act',
  refund_under_way: 'act',
  plan_renews: 'act',
  admin_account: 'act',
  not_appealed: 'act',
  same_admin: 'act',
  reward_spent: 'act',
  artist_not_found: { title: 'Artist Not Found' },
  own_follow: 'act',
  own_decision: 'act',
  already_decided: 'act',
  own_suspension: 'act',
  payouts_halted: 'act',
  test_account: 'act',
  below_zero: 'act',
  second_admin_needed: 'act',
  books_unclean: 'act',
  nothing_to_export: 'act',
  money_owed: 'act',
  balance_under_review: 'act',
  payout_unread: { title: 'Read the reviews first' },
  appeal_open: 'act',
};

export const isRefusalCode = (code: unknown): code is RefusalCode =>
  typeof code === 'string' && Object.hasOwn(refusalTexts, code);

export interface ToastText {
  readonly title: string;
  readonly body?: string;
  /** The action's name, if its failures have several titles; else the title identifies it. */
  readonly act?: string;
}

/** The text for a failed action: the server's message, or the action's own body without one. */
export function failureText(error: unknown, fallbackBody?: string): string {
  if (error instanceof ApiRefusal || error instanceof FileChanged) return error.message;
  if (fallbackBody !== undefined) return fallbackBody;
  if (error instanceof ServerUnreachable) return error.message;
  return 'Something went wrong. Please try again.';
}

/** Codes that only say that the server or its provider failed, nothing about the action. */
const serverFaults: ReadonlySet<RefusalCode> = new Set([
  'broken',
  'unavailable',
  'billing_unavailable',
  'provider_unavailable',
]);

/**
 * The text for a failed action with a fixed text instead of the server's message. Only a refusal that the user can act
 * on replaces it.
 */
export const fixedFailureText = (error: unknown, fixed: string): string =>
  error instanceof FileChanged || (error instanceof ApiRefusal && !serverFaults.has(error.code))
    ? error.message
    : fixed;

/** The toast for a failed action with a fixed text. */
export const fixedToastFor = (error: unknown, act: ToastText & { readonly body: string }) => ({
  ...toastFor(error, act),
  body: fixedFailureText(error, act.body),
});

/** The toast for a failed action. @param act its title, and its body if the server gave no message */
export function toastFor(error: unknown, act: ToastText): Required<ToastText> & { readonly tone: 'wrong' } {
  const text = error instanceof ApiRefusal ? refusalTexts[error.code] : 'act';
  return {
    title: text === 'act' ? act.title : text.title,
    body: failureText(error, act.body),
    act: act.act ?? act.title,
    tone: 'wrong',
  };
}
