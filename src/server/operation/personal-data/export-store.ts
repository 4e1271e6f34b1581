import {
  bigint,
  boolean,
  cents,
  integer,
  nullable,
  text,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';
import { own, paged, row } from './export-shapes.ts';

// Rows of a user's own data: never a key, hash or secret, and only the display name of other people.

export const isSessionOpen = statement({
  takes: { userId: uuid, sessionId: uuid },
  gives: { isOpen: boolean },
})`
  select exists (select from sessions join users on users.id = sessions.user_id
                  where sessions.id = ${'sessionId'} and sessions.user_id = ${'userId'}
                    and sessions.ended_at is null and users.suspended_at is null) as "isOpen"`;

export const exportedAccount = statement(own)`
  select jsonb_build_object('email', users.email, 'confirmedAt', users.confirmed_at, 'createdAt', users.created_at,
    'username', profile.username, 'displayName', profile.display_name, 'bio', profile.bio,
    'userType', profile.user_type, 'genres', to_jsonb(profile.genres), 'isPrivate', profile.is_private,
    'songsUploaded', profile.songs_uploaded, 'reviewsCompleted', profile.reviews_completed,
    'totalEarningsCents', profile.total_earnings_cents, 'xpPoints', profile.xp_points,
    'uploadCredits', (select jsonb_build_object('remaining', remaining, 'periodStart', period_start)
      from upload_limits where user_id = users.id),
    'standing', (select jsonb_build_object('standing', standing, 'approved', approved, 'approvedDays', approved_days,
      'recentDecided', recent_decided, 'recentApproved', recent_approved, 'recentCopied', recent_copied,
      'recentReversed', recent_reversed, 'marks', marks, 'markArtists', mark_artists, 'usefulness', usefulness,
      'computedAt', computed_at) from standings where listener_id = users.id),
    'queue', jsonb_build_object('waitingSince', (select since from waiting_listeners where listener_id = users.id),
      'letInAt', (select let_in_at from waiting_listeners where listener_id = users.id),
      'askedToBeToldAt', (select asked_at from queue_asks where listener_id = users.id),
      'askedByEmail', (select by_email from queue_asks where listener_id = users.id)),
    'noticesSwitchedOff', coalesce((select jsonb_agg(kind order by kind) from notices_switched_off
      where user_id = users.id), '[]'),
    'hasSecondFactor', exists (select from factors where user_id = users.id and verified_at is not null)) as row
  from users join profiles profile on profile.user_id = users.id where users.id = ${'userId'}`;

export const exportedPlan = statement(own)`
  select jsonb_build_object('plan', plan, 'uploadsLimit', uploads_limit, 'uploadsUsed', uploads_used_this_month,
    'pricePerMonthCents', price_per_month_cents, 'active', active, 'trial', trial, 'startedAt', started_at,
    'expiresAt', expires_at, 'periodStart', current_period_start, 'periodEnd', current_period_end,
    'payments', coalesce((select jsonb_agg(jsonb_build_object('amountCents', paid.amount_cents, 'currency', paid.currency, 'pack', paid.pack,
      'paidAt', paid.paid_at, 'periodStart', paid.period_start, 'periodEnd', paid.period_end,
      'refundDecidedAt', (select decided_at from plan_refunds refund where refund.payment_id = paid.id),
      'reversals', (select coalesce(jsonb_agg(jsonb_build_object('kind', back.kind, 'amountCents', back.amount_cents,
        'status', back.status, 'happenedAt', back.happened_at) order by back.happened_at), '[]')
        from billing_reversals back where back.payment_id = paid.id)) order by paid.paid_at)
      from billing_payments paid where paid.user_id = ${'userId'}), '[]')) as row
  from users left join artist_subscriptions bought on bought.user_id = users.id
 where users.id = ${'userId'} and (bought.user_id is not null
    or exists (select from billing_payments paid where paid.user_id = users.id))`;

export const exportedSessions = statement(paged)`
  select id as position, jsonb_build_object('device', device, 'createdAt', created_at, 'lastSeenAt', last_seen_at,
    'endedAt', ended_at, 'endReason', end_reason, 'push', (select jsonb_build_object('since', push.created_at,
      'timeZone', push.time_zone) from push_subscriptions push where push.session_id = id)) as row
  from sessions where user_id = ${'userId'} and id > ${'after'} order by id limit ${'most'}::integer`;

export const exportedNotices = statement(paged)`
  select id as position, jsonb_build_object('title', title, 'body', body, 'path', path, 'createdAt', created_at,
    'readAt', read_at) as row
  from notices where user_id = ${'userId'} and id > ${'after'} order by id limit ${'most'}::integer`;

export const exportedReviewLots = statement(paged)`
  select id as position, jsonb_build_object('id', id, 'source', source, 'reviews', reviews, 'left', left_in(lot),
    'uploads', uploads, 'plan', plan, 'createdAt', created_at, 'opensAt', opens_at, 'expiresAt', expires_at,
    'waitsForBudget', waits_for_budget, 'closedAt', closed_at, 'toldAt', told_at) as row
  from review_lots lot where artist_id = ${'userId'} and id > ${'after'} order by id limit ${'most'}::integer`;

export const exportedTracks = statement(paged)`
  select track.id as position, jsonb_build_object('id', track.id, 'title', track.title, 'genre', track.genre,
    'description', track.description, 'status', track.status,
    'assignments', (select coalesce(jsonb_agg(jsonb_build_object('reviews', given.reviews, 'takenBack', given.taken_back,
      'assignedAt', given.assigned_at, 'returningUntil', given.returning_until, 'closedAt', given.closed_at,
      'dated', given.dated, 'promisedAt', given.promised_at, 'promise', given.promise) order by given.assigned_at), '[]')
      from assignments given where given.track_id = track.id),
    'usedUploadOf', track.upload_lot_id,
    'verdictAddress', track.verdict_address, 'isBlind', track.is_blind, 'hasCover', track.cover_key is not null,
    'reviewCount', track.review_count, 'ratingSum', track.rating_sum, 'playCount', track.play_count,
    'durationMs', file.duration_ms, 'loudnessLufs', file.loudness_lufs, 'createdAt', track.created_at,
    'questions', (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'question', question, 'choices', choices,
      'atSecond', at_second, 'savedAt', saved_at) order by place), '[]') from track_questions where track_id = track.id),
    'version', track.version, 'newVersionOf', track.predecessor_id,
    'months', (select coalesce(jsonb_agg(jsonb_build_object('month', month, 'plays', plays, 'reviewsByStars', stars)
      order by month), '[]') from track_months where track_id = track.id)) as row
  from artist_tracks track join audio_files file on file.id = track.audio_file_id
  where track.artist_id = ${'userId'} and track.id > ${'after'} order by track.id limit ${'most'}::integer`;

export const exportedReviewsWritten = statement(paged)`
  select review.id as position, jsonb_build_object('id', review.id, 'trackTitle', track.title,
    'artistName', artist.display_name, 'rating', review.rating, 'comment', review.comment, 'firstComment', review.first_comment, 'worked', review.worked,
    'didNotWork', review.did_not_work, 'toChange', review.to_change, 'notes', (select coalesce(jsonb_agg(jsonb_build_object('atSecond', at_second, 'note', note)
      order by at_second, place), '[]') from review_notes where review_id = review.id), 'status', review.status,
    'listeningTime', review.listening_time, 'earnedCents', review.earned_cents, 'createdAt', review.created_at,
    'typing', (select jsonb_build_object('sentLetters', sent_letters, 'typedLetters', typed_letters,
      'pastedLetters', pasted_letters, 'textMilliseconds', text_ms) from review_typing where review_id = review.id),
    'decidedAt', review.decided_at, 'decisionReason', review.decision_reason, 'decisionNote', review.decision_note,
    'appeal', review.appeal, 'appealedAt', review.appealed_at,
    'appealOutcome', review.appeal_outcome, 'appealNote', review.appeal_note) as row
  from reviews review
  join artist_tracks track on track.id = review.track_id
  join profiles artist on artist.user_id = review.artist_id
  where review.listener_id = ${'userId'} and review.id > ${'after'} order by review.id limit ${'most'}::integer`;

export const exportedReviewsReceived = statement(paged)`
  select review.id as position, jsonb_build_object('trackId', review.track_id,
    'listenerName', listener.display_name, 'rating', review.rating, 'isTakenDown', review.taken_down_at is not null,
    'comment', case when review.taken_down_at is null then review.comment end,
    'worked', case when review.taken_down_at is null then review.worked end,
    'didNotWork', case when review.taken_down_at is null then review.did_not_work end,
    'toChange', case when review.taken_down_at is null then review.to_change end, 'notes', (select coalesce(jsonb_agg(jsonb_build_object('atSecond', at_second, 'note', note)
      order by at_second, place), '[]') from review_notes where review_id = review.id and review.taken_down_at is null), 'status', review.status, 'createdAt', review.created_at,
    'ownMark', said.mark, 'ownMarkReason', said.reason, 'markedAt', said.marked_at,
    'pressedAt', press.asked_at, 'pressReadAt', press.read_at) as row
  from reviews review join profiles listener on listener.user_id = review.listener_id
  left join review_marks said on said.review_id = review.id and said.mark is not null
  left join readings press on press.review_id = review.id and press.asked_by = review.artist_id
  where review.artist_id = ${'userId'} and review.status in ('pending', 'approved') and review.id > ${'after'}
  order by review.id limit ${'most'}::integer`;

/** Answers to artists' questions, by review. */
export const exportedAnswers = statement(paged)`
  select review.id as position, jsonb_build_object('trackTitle', track.title, 'answers',
    (select jsonb_agg(jsonb_build_object('question', asked.question, 'choices', asked.choices,
        'number', given.number, 'line', given.line) order by asked.place)
      from question_answers given join track_questions asked on asked.id = given.question_id
     where given.review_id = review.id)) as row
  from reviews review join artist_tracks track on track.id = review.track_id
  where review.listener_id = ${'userId'} and review.id > ${'after'}
    and exists (select from question_answers given where given.review_id = review.id)
  order by review.id limit ${'most'}::integer`;

const guestFields = fragment`'name', guest.name, 'stars', guest.stars, 'line', guest.line, 'opens', guest.opens,
    'firstOpenedAt', guest.first_opened_at, 'lastOpenedAt', guest.last_opened_at, 'heardSeconds', guest.heard,
    'moments', (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'atSecond', at_second)
      order by at_second, kind), '[]') from guest_moments where guest_id = guest.id)`;

/** The artist's private links, and what each of their guests did and left. */
export const exportedLinks = statement(paged)`
  select link.id as position, jsonb_build_object('trackId', link.track_id, 'name', link.name, 'address', link.address,
    'createdAt', link.created_at, 'expiresAt', link.expires_at, 'revokedAt', link.revoked_at,
    'deviceLimit', link.device_limit, 'refusedDevices', link.refused_devices, 'showsTitle', link.shows_title,
    'devices', (select coalesce(jsonb_agg(jsonb_build_object(${guestFields}) order by guest.first_opened_at), '[]')
      from guests guest where guest.link_id = link.id)) as row
  from private_links link where link.artist_id = ${'userId'} and link.id > ${'after'}
  order by link.id limit ${'most'}::integer`;

/** What the user did and left on private links of artists while signed in. */
export const exportedOpenedLinks = statement(paged)`
  select guest.id as position, jsonb_build_object('trackTitle', track.title, ${guestFields}) as row
  from guests guest join private_links link on link.id = guest.link_id
  join artist_tracks track on track.id = link.track_id
  where guest.account_id = ${'userId'} and guest.id > ${'after'} order by guest.id limit ${'most'}::integer`;

/** The evidence of relations. Marks are numbered, because their hashes mean nothing to the user. */
export const exportedEvidence = statement(own)`
  select jsonb_agg(jsonb_build_object('kind', kind, 'day', day, 'number', number, 'tracksServed', tracks_served,
    'reviewsSent', reviews_sent, 'firstAt', first_at, 'lastAt', last_at) order by day, kind, number) as row
  from (select evidence.*, dense_rank() over (partition by kind order by mark) as number
          from evidence where user_id = ${'userId'}) as kept`;

/** The account's entries in the activity log: sign-ins, changes of password and factors, with their times. */
export const exportedEvents = statement({
  takes: { userId: uuid, after: bigint, most: integer },
  gives: { position: bigint, row },
})`
  select id as position, jsonb_build_object('event', event, 'at', at) as row
  from auth_audit where user_id = ${'userId'} and id > ${'after'} order by id limit ${'most'}::integer`;

export const exportedFollows = statement(paged)`
  select artist.user_id as position, jsonb_build_object('artistName', artist.display_name,
    'since', follows.created_at) as row
  from follows join profiles artist on artist.user_id = follows.artist_id
  where follows.follower_id = ${'userId'} and follows.artist_id > ${'after'}
  order by follows.artist_id limit ${'most'}::integer`;

export const exportedPayouts = statement(paged)`
  select payout_requests.id as position, jsonb_build_object('id', payout_requests.id, 'amountCents', payout_requests.amount_cents,
    'status', status, 'createdAt', payout_requests.created_at, 'processedAt', processed_at, 'decisionReason', decision_reason,
    'returnReason', return_reason, 'transfer', travel.transfer, 'transferEndedAt', travel.ended_at,
    'destination', payee.masked, 'withheldAt', kept.withheld_at, 'appeal', kept.appeal, 'appealedAt', kept.appealed_at,
    'withheldOutcome', kept.outcome, 'withheldNote', kept.decision_note) as row
  from payout_requests left join payout_transfers travel on travel.payout_id = id
  left join ledger.withheld kept on kept.payout_id = id
  left join payees payee on payee.id = travel.payee_id
  where payout_requests.listener_id = ${'userId'} and payout_requests.id > ${'after'} order by payout_requests.id
  limit ${'most'}::integer`;

/**
 * The user's reports and their outcomes, without the titles of tracks, which they may hear blind. While they do,
 * neither a missing report nor two with the same decision reveal that a track was reported under both its ids.
 */
export const exportedReports = statement(paged)`
  select said.id as position, jsonb_build_object('kind', said.kind, 'shown', case when said.kind <> 'track' then said.shown end,
    'reason', said.reason, 'statement', said.statement, 'reportedAt', said.reported_at,
    'outcome', case when is_told then said.outcome end, 'decidedAt', case when is_told then said.decided_at end) as row
  from (select id, kind, shown, reason, statement, reported_at, outcome, decided_at
          from reports where reporter_id = ${'userId'}
        union all
        select again.id, first.kind, first.shown, again.reason, again.statement, again.reported_at, first.outcome, first.decided_at
          from reports first join repeated_reports again on again.report_id = first.id
         where first.reporter_id = ${'userId'}) as said
  cross join lateral (select said.kind <> 'track' or not exists (select from leases a
    where a.listener_id = ${'userId'} and a.is_blind and not a.is_coming
      and not exists (select from reviews r where r.track_id = a.track_id and r.listener_id = a.listener_id)) as is_told) as told
  where said.id > ${'after'} order by said.id limit ${'most'}::integer`;

/** Takedowns of the user's things. */
export const exportedTakedowns = statement(paged)`
  select id as position, jsonb_build_object('kind', kind, 'shown', shown, 'reason', reason, 'sentence', sentence,
    'takenAt', taken_at, 'answer', answer, 'answeredAt', answered_at, 'upheldAt', upheld_at,
    'upheldSentence', upheld_sentence, 'restoredAt', restored_at, 'restoredAs', restored_as,
    'restoredSentence', restored_sentence) as row
  from takedowns where owner_id = ${'userId'} and id > ${'after'} order by id limit ${'most'}::integer`;

/** Masked destinations: they are never shown in full again. */
export const exportedPayees = statement(paged)`
  select id as position, jsonb_build_object('method', method, 'country', country, 'destination', masked,
    'createdAt', created_at, 'confirmedAt', confirmed_at, 'replacedAt', replaced_at) as row
  from payees where user_id = ${'userId'} and id > ${'after'} order by id limit ${'most'}::integer`;

export const exportedMovements = statement({
  takes: { userId: uuid, afterEntry: bigint, afterAccount: bigint, most: integer },
  gives: {
    entry: bigint,
    accountId: bigint,
    at: timestamp,
    kind: text,
    account: text,
    amountCents: cents,
    source: uuid,
    reason: nullable(text),
  },
})`
  select entry.id as entry, account.id as "accountId", entry.created_at as at, entry.kind, account.kind as account,
    posting.amount_cents as "amountCents", entry.source_id as source, entry.reason
  from ledger.accounts account
  join ledger.postings posting on posting.account_id = account.id
  join ledger.transactions entry on entry.id = posting.transaction_id
  where account.listener_id = ${'userId'} and (entry.id, account.id) > (${'afterEntry'}, ${'afterAccount'})
  order by entry.id, account.id limit ${'most'}::integer`;

export const exportedAudio = statement({
  takes: { userId: uuid, after: uuid, most: integer },
  gives: { id: uuid, storageKey: text, title: nullable(text), createdAt: timestamp },
})`
  select file.id, file.storage_key as "storageKey", track.title, file.created_at as "createdAt"
  from audio_files file left join artist_tracks track on track.audio_file_id = file.id
  where file.artist_id = ${'userId'} and file.id > ${'after'} order by file.id limit ${'most'}::integer`;

export const exportedAvatar = statement({ takes: { userId: uuid }, gives: { avatarKey: text } })`
  select avatar_key as "avatarKey" from profiles where user_id = ${'userId'} and avatar_key is not null`;

export const exportedCovers = statement({
  takes: { userId: uuid, after: uuid, most: integer },
  gives: { id: uuid, coverKey: text, title: text, createdAt: timestamp },
})`
  select id, cover_key as "coverKey", title, created_at as "createdAt" from artist_tracks
  where artist_id = ${'userId'} and cover_key is not null and id > ${'after'} order by id limit ${'most'}::integer`;
