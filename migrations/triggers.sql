-- Every trigger, by purpose. This file runs again whenever it changes, after views and functions. A trigger exists only
-- for what the server cannot do safely by itself: guard money, reject late writes of deleted accounts, tell the news, and
-- keep a count that every writer would have to remember.

do $$
declare
  old record;
begin
  for old in
    select tgname, tgrelid::regclass as of_table from pg_trigger
      join pg_class on pg_class.oid = tgrelid
     where not tgisinternal and tgparentid = 0 and relnamespace in ('public'::regnamespace, 'ledger'::regnamespace)
  loop
    execute format('drop trigger %I on %s', old.tgname, old.of_table);
  end loop;
end $$;


-- Rows that nothing may change or remove, not even by mistake in an operator's session.
do $$
declare
  kept record;
begin
  for kept in select * from (values
    ('ledger.accounts', 'delete or truncate'),
    ('ledger.audit_runs', 'update or delete or truncate'),
    ('ledger.corrections', 'delete or truncate'),
    ('ledger.payout_costs', 'update or delete or truncate'),
    ('ledger.postings', 'update or delete or truncate'),
    ('ledger.test_grants', 'update or delete or truncate'),
    ('ledger.transactions', 'update or delete or truncate'),
    ('ledger.withheld', 'delete or truncate'),
    ('payout_export_lines', 'update or delete or truncate'),
    ('payout_exports', 'update or delete or truncate'),
    ('payout_requests', 'delete or truncate'),
    ('payout_transfers', 'delete or truncate')) given (table_name, events)
  loop
    execute format('create trigger kept before %s on %s for each statement execute function ledger.refuse_change()',
      kept.events, kept.table_name);
  end loop;
end $$;
create trigger kept before update or delete on auth_audit for each row execute function keep_auth_audit();
create trigger not_emptied before truncate on auth_audit for each statement execute function keep_auth_audit();


-- Money: entries sum to zero, balances never fall below zero, and what was decided stays decided.
create trigger guard before insert or update on ledger.accounts for each row execute function ledger.guard_account();
create trigger guard before update on ledger.corrections for each row execute function ledger.guard_correction();
create trigger apply after insert on ledger.postings for each row execute function ledger.apply_posting();
create constraint trigger balanced after insert on ledger.postings
  deferrable initially deferred for each row execute function ledger.check_balanced();
create constraint trigger balanced after insert on ledger.transactions
  deferrable initially deferred for each row execute function ledger.check_balanced();
create trigger reversal before insert on ledger.transactions
  for each row when (new.reverses is not null) execute function ledger.check_reversal();
create trigger guard before update on payees for each row execute function guard_payee();
create trigger guard before update on payout_requests for each row execute function ledger.guard_payout_request();
create trigger guard before update on payout_transfers for each row execute function guard_payout_transfer();
create trigger status after update of status on payout_requests
  for each row when (new.status <> old.status) execute function note_request_status();
create trigger booked after insert or update on billing_payments for each row execute function book_plan_payment();
create trigger booked after insert or update on billing_reversals for each row execute function book_plan_reversal();
create trigger test_flag before update of is_test on users
  for each row when (old.is_test is distinct from new.is_test) execute function guard_test_flag();

-- A reward is fixed when a track is served, from the ledger's rates.
create trigger reward before insert on leases for each row execute function fix_served_reward();
create trigger reward before insert on reviews for each row execute function fix_review_reward();
create trigger reward_kept before update of reward_cents on leases
  for each row when (old.reward_cents <> new.reward_cents) execute function keep_reward();
create trigger reward_kept before update of reward_cents on reviews
  for each row when (old.reward_cents <> new.reward_cents) execute function keep_reward();

-- The sides and the choice of a blind comparison stay as they were.
create trigger kept before update on version_comparisons for each row execute function keep_comparison();


-- A call that is under way while its account is deleted leaves no new row behind. Rows about users that others write are
-- not rejected, because that would fail the others' calls.
do $$
declare
  guarded record;
begin
  for guarded in select * from (values
    ('sessions', 'user_id'), ('push_subscriptions', 'user_id'), ('factors', 'user_id'), ('recovery_codes', 'user_id'), ('one_time_tokens', 'user_id'),
    ('notices_switched_off', 'user_id'), ('idempotency_keys', 'user_id'), ('checkouts', 'user_id'), ('payees', 'user_id'),
    ('artist_tracks', 'artist_id'), ('uploads', 'artist_id'), ('partial_uploads', 'artist_id'),
    ('cancelled_uploads', 'artist_id'), ('review_marks', 'artist_id'),
    ('leases', 'listener_id'), ('reviews', 'listener_id'), ('review_drafts', 'listener_id'),
    ('review_typing', 'listener_id'), ('heard_seconds', 'listener_id'), ('stays', 'listener_id'),
    ('moments', 'listener_id'), ('delivered_audio', 'listener_id'), ('version_comparisons', 'listener_id'),
    ('skipped_tracks', 'listener_id'), ('queue_asks', 'listener_id'), ('queue_cursors', 'listener_id'),
    ('waiting_listeners', 'listener_id'), ('unpaid_answers', 'listener_id'), ('unpaid_moments', 'listener_id'),
    ('follows', 'follower_id'), ('private_links', 'artist_id'), ('circle_listeners', 'listener_id'),
    ('reports', 'reporter_id'), ('readings', 'asked_by')) given (table_name, owner_column)
  loop
    execute format('create trigger owner after insert on %I for each row execute function refuse_deleted_account(%L)',
      guarded.table_name, guarded.owner_column);
  end loop;
end $$;
create trigger owner after update of username, display_name, bio, avatar_key, user_type, genres, is_private on profiles
  for each row when (old is distinct from new) execute function refuse_deleted_account('user_id');
-- There are several ways to end a session.
create trigger push_ended after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function remove_push_subscription();
create trigger deleted before update of email, email_normalized, password_hash, confirmed_at on users
  for each row when (old.deleted_at is not null) execute function refuse_change_of_deleted();


-- News: which topic a change belongs to, and the columns that name the users it concerns. A topic without columns is for
-- all admins ('admin'), all listeners ('queue') or the cached public pages ('public').
do $$
declare
  news record;
begin
  for news in select row_number() over () as number, given.* from (values
    ('artist_subscriptions', 'insert', 'true', 'subscriptions', '{user_id}'::text[]),
    ('artist_subscriptions', 'update', 'old is distinct from new', 'subscriptions', '{user_id}'),
    ('artist_tracks', 'insert', 'true', 'tracks', '{artist_id}'),
    ('artist_tracks', 'update', '(old.status, old.review_count, old.rating_sum, old.title, old.genre, old.description,
        old.held_until) is distinct from (new.status, new.review_count, new.rating_sum, new.title, new.genre,
        new.description, new.held_until)', 'tracks', '{artist_id}'),
    ('artist_tracks', 'insert', 'true', 'public', '{}'),
    ('artist_tracks', 'update of status, title, genre, is_blind, cover_key', '(old.status, old.title, old.genre,
        old.is_blind, old.cover_key) is distinct from (new.status, new.title, new.genre, new.is_blind, new.cover_key)',
        'public', '{}'),
    -- Tracks that listeners can get now: with more reviews, freed, or restored.
    ('assignments', 'insert', 'true', 'queue', '{}'),
    ('assignments', 'update of returning_until', 'old.returning_until is not null and new.returning_until is null',
        'queue', '{}'),
    ('artist_tracks', 'update of status, held_until', '(old.held_until is not null and new.held_until is null)
        or (old.status = ''taken_down'' and new.status = ''active'')', 'queue', '{}'),
    -- A listener whose track ends while it is served is told at once.
    ('leases', 'update of ended_for', 'old.ended_for is null and new.ended_for is not null', 'served', '{listener_id}'),
    ('auth_audit', 'insert', 'new.actor_id is not null', 'admin', '{}'),
    ('billing_payments', 'insert', 'new.pack is not null', 'subscriptions', '{user_id}'),
    ('clusters', 'insert or update or delete', 'true', 'admin', '{}'),
    ('ledger.accounts', 'update', 'new.listener_id is not null and old.balance_cents is distinct from new.balance_cents',
        'wallet', '{listener_id}'),
    ('ledger.audit_runs', 'insert', 'true', 'admin', '{}'),
    ('ledger.corrections', 'insert or update', 'true', 'admin', '{}'),
    ('ledger.halts', 'insert or update', 'true', 'admin', '{}'),
    ('moments', 'insert', 'true', 'reviews', '{artist_id}'),
    ('notices', 'insert or update', 'true', 'notices', '{user_id}'),
    ('payees', 'insert or update', 'true', 'wallet', '{user_id}'),
    ('plan_refunds', 'insert or update', 'true', 'subscriptions', '{user_id}'),
    ('payout_approvals', 'insert', 'true', 'admin', '{}'),
    ('payout_exports', 'insert', 'true', 'admin', '{}'),
    ('payout_holds', 'insert or update', 'true', 'wallet', '{user_id}'),
    ('payout_requests', 'insert or update', 'true', 'wallet', '{listener_id}'),
    ('payout_requests', 'insert or update', 'true', 'admin', '{}'),
    ('payout_rule_findings', 'insert', 'new.doubts <> ''{}''', 'admin', '{}'),
    ('payout_rule_findings', 'update', 'new.doubts <> old.doubts', 'admin', '{}'),
    ('payout_transfers', 'insert or update', 'true', 'wallet', '{listener_id}'),
    ('payout_transfers', 'insert or update', 'true', 'admin', '{}'),
    ('private_links', 'insert', 'true', 'tracks', '{artist_id}'),
    ('private_links', 'update', '(old.name, old.expires_at, old.revoked_at, old.device_limit, old.shows_title) is distinct
        from (new.name, new.expires_at, new.revoked_at, new.device_limit, new.shows_title)', 'tracks', '{artist_id}'),
    ('profiles', 'update', 'old is distinct from new', 'profile', '{user_id}'),
    ('profiles', 'update of display_name, is_private, bio, avatar_key', '(old.display_name, old.is_private, old.bio,
        old.avatar_key) is distinct from (new.display_name, new.is_private, new.bio, new.avatar_key)', 'public', '{}'),
    ('readings', 'insert or update or delete', 'true', 'admin', '{}'),
    ('ledger.withheld', 'insert or update', 'true', 'admin', '{}'),
    ('reports', 'insert or update', 'true', 'admin', '{}'),
    ('reviews', 'insert', 'true', 'reviews', '{listener_id,artist_id}'),
    ('reviews', 'update', '(old.status, old.taken_down_at) is distinct from (new.status, new.taken_down_at)', 'reviews',
        '{listener_id,artist_id}'),
    ('reviews', 'update of due_at', 'old.due_at is distinct from new.due_at', 'reviews', '{listener_id}'),
    ('reviews', 'update of appeal_outcome', 'old.appeal_outcome is distinct from new.appeal_outcome', 'reviews',
        '{listener_id}'),
    ('reviews', 'insert or update of status', 'true', 'admin', '{}'),
    -- A review is worth an admin's look once it is judged, and again when its listener appeals.
    ('reviews', 'update of due_at, appealed_at, appeal_outcome', '(old.due_at, old.appealed_at, old.appeal_outcome)
        is distinct from (new.due_at, new.appealed_at, new.appeal_outcome)', 'admin', '{}'),
    ('sessions', 'update of ended_at', 'old.ended_at is null and new.ended_at is not null', 'access', '{user_id}'),
    ('takedowns', 'insert or update', 'true', 'admin', '{}'),
    ('takedowns', 'insert or update', 'true', 'tracks', '{owner_id}'),
    ('track_verdicts', 'insert or update', 'true', 'reviews', '{artist_id}'),
    ('unpaid_answers', 'insert or update', 'true', 'tracks', '{artist_id}'),
    ('user_roles', 'insert', 'true', 'access', '{user_id}'),
    ('users', 'update of suspended_at', 'old.suspended_at is distinct from new.suspended_at', 'access', '{id}'),
    ('users', 'update of suspended_at', 'old.suspended_at is distinct from new.suspended_at', 'public', '{}'),
    ('users', 'update of suspended_at', 'old.suspended_at is not null and new.suspended_at is null', 'queue', '{}')
  ) given (table_name, event, condition, topic, columns)
  loop
    execute format('create trigger %I after %s on %s for each row when (%s) execute function tell_news(%s)',
      'news_' || news.topic || '_' || news.number, news.event, news.table_name, news.condition,
      (select string_agg(quote_literal(word), ', ' order by place)
         from unnest(array_prepend(news.topic, news.columns)) with ordinality as words (word, place)));
  end loop;
end $$;
create trigger former_ended after update of status on artist_tracks for each row
  when (old.status = 'active' and new.status <> 'active') execute function tell_comparing();

-- Every way to a decision ends in these rows, whoever took it, so the notice of it begins here.
create trigger decided_notice after update of status on payout_requests for each row
  when (old.status = 'pending' and new.status in ('completed', 'rejected') or new.status = 'returned')
  execute function queue_notice('mail-payout-decided', 'payoutId');
create trigger received_digest after insert on reviews for each row
  execute function add_to_digest('review_received', 'artist_id', 'created_at');
-- The listener hears of a granted appeal at once.
create trigger approved_digest after update of status on reviews for each row
  when (old.status <> 'approved' and new.status = 'approved' and new.appeal_outcome is null)
  execute function add_to_digest('review_decided', 'listener_id', 'decided_at');


-- Counts. The platform's figures change at the end of the transaction, so that nobody holds one while waiting for anything else.
create constraint trigger platform after insert or delete or update of status, genre on artist_tracks
  deferrable initially deferred for each row execute function count_row();
create constraint trigger platform after insert or delete or update of status, appealed_at, appeal_outcome on reviews
  deferrable initially deferred for each row execute function count_row();
create constraint trigger platform after insert or delete or update of user_type on profiles
  deferrable initially deferred for each row execute function count_row();
create constraint trigger platform after insert or delete or update of status on payout_requests
  deferrable initially deferred for each row execute function count_payout();
create trigger counted after insert or update of played, outcome on leases
  for each row execute function count_play();
create trigger counted after insert or update of status, rating on reviews for each row execute function count_review();


-- The queue: which tracks have open places, and whom a listener has met.
create constraint trigger place_leased after insert on leases deferrable initially deferred for each row
  when (new.assignment_id is not null) execute function recount_places();
create constraint trigger place_changed after update on leases deferrable initially deferred for each row
  when (old.assignment_id is distinct from new.assignment_id) execute function recount_places();
create constraint trigger place_reviewed after insert on reviews deferrable initially deferred for each row
  when (new.assignment_id is not null) execute function recount_places();
create constraint trigger place_decided after update on reviews deferrable initially deferred for each row
  when (old.assignment_id is distinct from new.assignment_id) execute function recount_places();
create constraint trigger places after insert or update of taken_back, closed_at, returning_until, late_at on assignments
  deferrable initially deferred for each row execute function recount_places();
create trigger place_of_decided before update of status on reviews
  for each row when ((old.status in ('pending', 'approved')) <> (new.status in ('pending', 'approved')))
  execute function place_of_decided();
create trigger closing before update of closed_at on leases
  for each row when (new.closed_at is not null and new.assignment_id is not null) execute function give_place_back();
create trigger former_gone after update of status on artist_tracks
  for each row when (old.status = 'active' and new.status <> 'active') execute function open_to_all();
-- A listener who has passed a track finds it again when it has places again or at another place of the queue, was restored, or
-- its artist may be heard again. A track that was never in the queue lies before every listener.
create trigger reopened
  before update of open_places, queue_rank, queue_at, status, held_until on artist_tracks
  for each row when (old.queue_at is not null and new.status = 'active' and new.held_until is null and new.open_places > 0
    and (not old.has_places or (old.queue_rank, old.queue_at) <> (new.queue_rank, new.queue_at)))
  execute function mark_reopened();
create trigger tracks_return after update of suspended_at on users
  for each row when (old.suspended_at is not null and new.suspended_at is null) execute function reopen_tracks_of_artist();
create trigger lapsed after update of assignment_id, outcome on leases for each row
  when (old.outcome is distinct from new.outcome and new.outcome = 'reviewed'
    or old.assignment_id is not null and new.assignment_id is null and new.closed_at is null and new.ended_for is null)
  execute function tally_lapse();
create trigger met after insert on leases for each row
  when (not new.is_coming and not new.is_unpaid) execute function meet_artist();
create trigger met_coming after update of is_coming on leases for each row
  when (old.is_coming and not new.is_coming) execute function meet_artist();


-- The index of a recording's print follows the print, and a deleted track loses its own.
create trigger indexed after insert or delete on sound_prints for each row execute function index_print();
create trigger print_gone after update of status on artist_tracks
  for each row when (old.status <> 'deleted' and new.status = 'deleted') execute function remove_print();
