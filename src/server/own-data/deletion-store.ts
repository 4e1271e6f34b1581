import { boolean, cents, integer, text, timestamp, uuid } from '../adapters/database/columns.ts';
import { statement } from '../adapters/database/statement.ts';

const ofUser = { takes: { userId: uuid }, gives: {} } as const;

export const readOutlookRow = statement({
  takes: { userId: uuid },
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
         exists (select from artist_subscriptions where user_id = ${'userId'} and active
           and billing_subscription_id is not null and expires_at is null) as "hasRenewingPlan",
         exists (select from plan_refunds where user_id = ${'userId'} and outcome is null) as "hasRefundUnderWay",
         exists (select from factors where user_id = ${'userId'} and verified_at is not null) as "needsCode"`;

export const closeWallet = statement({
  takes: { userId: uuid, forfeitedCents: cents, now: timestamp },
  gives: { outcome: text },
})`select ledger.close_wallet(${'userId'}, ${'forfeitedCents'}, ${'now'}) as outcome`;

/** Whoever is being served one of the tracks is served another one, and the user is served nothing more. */
export const withdrawAll = statement({ takes: { userId: uuid, now: timestamp }, gives: {} })`
  update assignments set closed_at = ${'now'}, outcome = 'withdrawn'
   where closed_at is null
     and (listener_id = ${'userId'}
       or ended_for is null and track_id in (select id from artist_tracks where artist_id = ${'userId'}))`;

export const deleteTracks = statement(ofUser)`
  update artist_tracks set status = 'deleted', description = null, cover_key = null where artist_id = ${'userId'}`;

/** What an artist asked, with what was answered to it. */
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

/** Parts of cut-off uploads that no row names any more are removed by the next sweep, like whole files. */
export const deletePartialUploads = statement(ofUser)`
  delete from partial_uploads where artist_id = ${'userId'}`;

export const deleteCancelledUploads = statement(ofUser)`
  delete from cancelled_uploads where artist_id = ${'userId'}`;

/** No row knows the files any more, so the next sweep removes them; what was measured of them goes at once. */
export const eraseAudio = statement(ofUser)`
  update audio_files set storage_key = 'erased/' || id, analysis = 'failed', peaks = null, loudness_lufs = null
   where artist_id = ${'userId'}`;

export const endPlan = statement(ofUser)`
  update artist_subscriptions set active = false where user_id = ${'userId'}`;

/** What a listener had begun, heard and passed over: nothing else refers to it. */
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
] as const;

/** Payouts that left still refer to the destination; nobody can read it any more. */
export const erasePayees = statement({ takes: { userId: uuid, now: timestamp }, gives: {} })`
  update payees set details_encrypted = null, masked = 'Deleted', replaced_at = coalesce(replaced_at, ${'now'})
   where user_id = ${'userId'}`;

/** What the artist said privately of reviews. What counts is only emptied, and leaves the figures with others: nobody is told apart. */
export const deleteMarks = statement(ofUser)`
  delete from review_marks where artist_id = ${'userId'} and counted_at is null`;
export const takeMarksBack = statement({ takes: { userId: uuid, now: timestamp }, gives: {} })`
  update review_marks set mark = null, reason = null, marked_at = ${'now'}
   where artist_id = ${'userId'} and mark is not null`;

/** What a person reported, and the words of theirs that others reported or took down; what was decided stays. */
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

export const deleteFollows = statement(ofUser)`
  delete from follows where follower_id = ${'userId'} or artist_id = ${'userId'}`;
