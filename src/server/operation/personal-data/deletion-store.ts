import { boolean, cents, integer, text, timestamp, uuid } from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

const ofUser = { takes: { userId: uuid }, gives: {} } as const;

/**
 * Whether a plan would bill the account again. One that the provider does not know, and whose last period was over by
 * then, does not: its artist must be able to delete the account.
 */
const renews = fragment`active and billing_subscription_id is not null and not cancels_at_period_end
           and (expires_at is null or past_due_since is not null)
           and (problem is distinct from 'not_at_provider' or current_period_end > ${'overBy'})`;

export const readOutlookRow = statement({
  takes: { userId: uuid, overBy: timestamp },
  gives: {
    availableCents: cents,
    pendingCents: cents,
    pendingReviews: integer,
    activeTracks: integer,
    hasRenewingPlan: boolean,
    hasRefundUnderWay: boolean,
    needsCode: boolean,
  },
})`
  select coalesce((select available_cents from listener_balances where listener_id = ${'userId'}), 0)::bigint
           as "availableCents",
         (select coalesce(sum(request.amount_cents), 0)::bigint
            from payout_requests request left join payout_transfers travel on travel.payout_id = request.id
           where request.listener_id = ${'userId'} and (request.status = 'pending'
             or request.status = 'completed' and travel.transfer in ('waiting', 'sending', 'checking')))
           as "pendingCents",
         (select count(*)::integer from reviews where listener_id = ${'userId'} and status = 'pending')
           as "pendingReviews",
         (select count(*)::integer from artist_tracks where artist_id = ${'userId'} and status = 'active')
           as "activeTracks",
         exists (select from artist_subscriptions where user_id = ${'userId'} and ${renews}) as "hasRenewingPlan",
         exists (select from plan_refunds where user_id = ${'userId'} and outcome is null) as "hasRefundUnderWay",
         exists (select from factors where user_id = ${'userId'} and verified_at is not null) as "needsCode"`;

export const closeWallet = statement({
  takes: { userId: uuid, forfeitedCents: cents, now: timestamp },
  gives: { outcome: text },
})`select ledger.close_wallet(${'userId'}, ${'forfeitedCents'}, ${'now'}) as outcome`;

/** Listeners who are being served one of the tracks get another one, and the user is served nothing more. */
export const withdrawAll = statement({ takes: { userId: uuid, now: timestamp }, gives: {} })`
  update leases set closed_at = ${'now'}, outcome = 'withdrawn'
   where closed_at is null
     and (listener_id = ${'userId'}
       or ended_for is null and track_id in (select id from artist_tracks where artist_id = ${'userId'}))`;

export const deleteTracks = statement(ofUser)`
  update artist_tracks set status = 'deleted', description = null, cover_key = null where artist_id = ${'userId'}`;

/** The artist's questions and their answers. */
export const deleteQuestions = [
  statement(ofUser)`
  delete from question_answers given using track_questions asked, artist_tracks track
   where asked.id = given.question_id and track.id = asked.track_id and track.artist_id = ${'userId'}`,
  statement(ofUser)`
  delete from track_questions asked using artist_tracks track
   where track.id = asked.track_id and track.artist_id = ${'userId'}`,
] as const;

export const deleteUnfinishedUploads = statement(ofUser)`
  delete from uploads where artist_id = ${'userId'} and track_id is null`;

/** The next sweep deletes partial uploads that no row references, like complete files. */
export const deletePartialUploads = statement(ofUser)`
  delete from partial_uploads where artist_id = ${'userId'}`;

export const deleteCancelledUploads = statement(ofUser)`
  delete from cancelled_uploads where artist_id = ${'userId'}`;

export const deleteCheckouts = statement(ofUser)`
  delete from checkouts where user_id = ${'userId'}`;

/** The next sweep deletes the files, which no row references anymore; their analysis is deleted at once. */
export const eraseAudio = statement(ofUser)`
  update audio_files set storage_key = 'erased/' || id, analysis = 'failed', peaks = null, loudness_lufs = null
   where artist_id = ${'userId'}`;

export const endPlan = statement({
  takes: { userId: uuid, overBy: timestamp },
  gives: { wasRenewing: boolean },
})`
  with before as (
    select ${renews} as was_renewing from artist_subscriptions where user_id = ${'userId'} for no key update)
  update artist_subscriptions set active = false, problem = null from before where user_id = ${'userId'}
  returning was_renewing as "wasRenewing"`;

/** A listener's drafts, listening and skips, and reviews to be read: nothing else references them. */
export const listenerRows = [
  statement(ofUser)`delete from review_drafts where listener_id = ${'userId'}`,
  statement(ofUser)`delete from delivered_audio where listener_id = ${'userId'}`,
  statement(ofUser)`delete from heard_seconds where listener_id = ${'userId'}`,
  statement(ofUser)`delete from stays where listener_id = ${'userId'}`,
  statement(ofUser)`delete from moments where listener_id = ${'userId'}`,
  statement(ofUser)`delete from skipped_tracks where listener_id = ${'userId'}`,
  statement(ofUser)`delete from version_invitations where listener_id = ${'userId'}`,
  statement(ofUser)`delete from version_comparisons where listener_id = ${'userId'}`,
  statement(ofUser)`delete from queue_asks where listener_id = ${'userId'}`,
  statement(ofUser)`delete from waiting_listeners where listener_id = ${'userId'}`,
  statement(ofUser)`delete from lapsed_leases where listener_id = ${'userId'}`,
  statement(ofUser)`delete from unpaid_moments where listener_id = ${'userId'}`,
  statement(ofUser)`delete from unpaid_answers where listener_id = ${'userId'}`,
  statement(ofUser)`delete from met_artists where listener_id = ${'userId'}`,
  statement(ofUser)`delete from queue_cursors where listener_id = ${'userId'}`,
  statement(ofUser)`delete from review_typing where listener_id = ${'userId'}`,
  statement(ofUser)`delete from standings where listener_id = ${'userId'}`,
  // Of both sides: nobody needs to read them anymore.
  statement(
    ofUser,
  )`delete from readings where (listener_id = ${'userId'} or asked_by = ${'userId'}) and read_at is null`,
] as const;

/** Completed payouts still reference the destination, which can no longer be read. */
export const erasePayees = statement({ takes: { userId: uuid, now: timestamp }, gives: {} })`
  update payees set details_encrypted = null, masked = 'Deleted', replaced_at = coalesce(replaced_at, ${'now'})
   where user_id = ${'userId'}`;

/**
 * The artist's private marks. Marks already counted are only emptied and leave the figures together with others, so
 * that none can be singled out.
 */
export const deleteMarks = statement(ofUser)`
  delete from review_marks where artist_id = ${'userId'} and counted_at is null`;
export const takeMarksBack = statement({ takes: { userId: uuid, now: timestamp }, gives: {} })`
  update review_marks set mark = null, reason = null, marked_at = ${'now'}
   where artist_id = ${'userId'} and mark is not null`;

/** The user's reports, and their texts in others' reports and takedowns. Decisions stay. */
export const deleteReports = [
  statement(ofUser)`delete from reports where reporter_id = ${'userId'}`,
  statement(
    ofUser,
  )`update reports set shown = '(deleted)' where owner_id = ${'userId'} and kind = 'question'`,
  statement(ofUser)`
  update takedowns set shown = case kind when 'question' then '(deleted)' else shown end,
         answer = case when answer is not null then '(deleted)' end
   where owner_id = ${'userId'}`,
] as const;

/** The artist's private links with what guests left, and what the user left on others'. That a browser opened one stays. */
export const deleteLinks = [
  statement(ofUser)`delete from private_links where artist_id = ${'userId'}`,
  statement(ofUser)`
  delete from guest_moments using guests guest where guest.id = guest_id and guest.account_id = ${'userId'}`,
  statement(ofUser)`
  update guests set account_id = null, name = null, stars = null, line = null, heard = '{}', delivered = '{}'
   where account_id = ${'userId'}`,
  statement(ofUser)`delete from circle_listeners where listener_id = ${'userId'}`,
] as const;

export const deleteFollows = statement(ofUser)`
  delete from follows where follower_id = ${'userId'} or artist_id = ${'userId'}`;

export const lockProfile = statement(ofUser)`
  select from profiles where user_id = ${'userId'} for no key update`;
