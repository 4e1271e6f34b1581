-- Reviewing: who is served what, what they heard, what they wrote, and the standing they earned.

-- The server serves a track to a listener: a lease that ends by itself, and the proof of listening gathered under it.
create table assignments (
  id uuid primary key default gen_random_uuid(),
  listener_id uuid not null constraint assignments__listener_id references profiles (user_id),
  track_id uuid not null constraint assignments__track_id references artist_tracks (id),
  served_at timestamptz(3) not null default now(),
  leased_until timestamptz(3) not null,
  listened_ms bigint not null default 0 constraint assignments__listened_ms check (listened_ms >= 0),
  -- Bytes of audio delivered to this listener for this track.
  bytes_sent bigint not null default 0 constraint assignments__bytes_sent check (bytes_sent >= 0),
  unlocked_at timestamptz(3),
  -- Counted among the track's plays.
  played boolean not null default false,
  closed_at timestamptz(3),
  outcome text constraint assignments__outcome check (outcome in ('reviewed', 'skipped', 'set_aside', 'withdrawn')),
  -- False once the lease has lapsed or the assignment is closed.
  holds_place boolean not null default true,
  -- Leased ahead, so that its sound is there when the served track is done with.
  is_coming boolean not null default false,
  -- Time that the player's reports cover, whether it counts as listening or not: sound is sent as it passes.
  reported_ms bigint not null default 0 constraint assignments__reported_ms check (reported_ms >= 0),
  -- The listener has sought within the track: what they heard of it is not how it runs.
  sought boolean not null default false,
  reward_cents bigint not null default 15 constraint assignments__reward_cents check (reward_cents > 0),
  -- The listener chose the track.
  is_wished boolean not null default false,
  -- The listener takes a kept place of the track.
  is_returning boolean not null default false,
  -- As it was served: what is being heard blind stays blind when the artist turns it off. Its listener knows the track by the
  -- id of the assignment.
  is_blind boolean not null default false,
  -- False for accounts of tests and samples, whose leases and reviews take no place from anybody.
  needs_place boolean not null default true,
  -- Heard without pay: it holds no place, earns nothing, and what is heard of it stands here alone.
  is_unpaid boolean not null default false,
  unpaid_heard int4multirange not null default '{}',
  -- It holds no place before its review is sent.
  is_loose boolean not null default false,
  -- Why the track is no longer served; who had proven the minute may send their review until then.
  ended_for text constraint assignments__ended_for check (ended_for in ('deleted', 'suspended', 'taken_down')),
  sendable_until timestamptz(3),
  constraint assignments__closed check ((closed_at is null) = (outcome is null)),
  constraint assignments__holds_place check (not holds_place or closed_at is null),
  constraint assignments__needs_place check (needs_place or not holds_place),
  constraint assignments__unpaid check (not is_unpaid or not needs_place and unlocked_at is null and not is_coming),
  constraint assignments__sendable check (sendable_until is null or ended_for is not null)
);
create unique index assignments__coming_listener on assignments (listener_id) where closed_at is null and is_coming;
create index assignments__lapsing on assignments (leased_until) where holds_place;
create index assignments__listener_track on assignments (listener_id, track_id, closed_at desc);
create unique index assignments__open_listener on assignments (listener_id) where closed_at is null and not is_coming;
create index assignments__open_track on assignments (track_id, leased_until) where closed_at is null;
-- Who heard a track, the newest first.
create index assignments__track_played on assignments (track_id, served_at desc, id desc) where played;
create index assignments__unpaid on assignments (listener_id, served_at desc) where is_unpaid;
create index assignments__wished on assignments (listener_id, served_at desc) where is_wished;
grant insert, select, update on assignments to earshot_app;

create table play_events (
  id uuid not null default gen_random_uuid(),
  track_id uuid not null constraint play_events__track_id references artist_tracks (id),
  listener_id uuid not null constraint play_events__listener_id references profiles (user_id),
  session_id uuid not null,
  started_at timestamptz(3) not null,
  -- Whole seconds into the track.
  last_position integer not null constraint play_events__last_position check (last_position >= 0),
  seconds_played integer not null default 0 constraint play_events__seconds_played check (seconds_played >= 0),
  play_duration integer not null default 0 constraint play_events__play_duration check (play_duration >= 0),
  completed_60s boolean not null default false,
  skipped boolean not null default false,
  created_at timestamptz(3) not null default now(),
  constraint play_events__session primary key (track_id, listener_id, session_id, started_at)
) partition by range (started_at
);
create index play_events__listener on play_events (listener_id, started_at desc);
-- Where listeners skipped.
create index play_events__skipped on play_events (track_id) where skipped;
grant insert, select, update on play_events to earshot_app;

-- Whole seconds, so a row is bounded by the length of the track, however often somebody jumps.
create table heard_seconds (
  track_id uuid not null constraint heard_seconds__track_id references artist_tracks (id),
  listener_id uuid not null constraint heard_seconds__listener_id references profiles (user_id),
  heard int4multirange not null
    constraint heard_seconds__heard check (not isempty(heard) and heard <@ '{[0,86401)}'::int4multirange),
  constraint heard_seconds__track_listener primary key (track_id, listener_id)
);
create index heard_seconds__listener on heard_seconds (listener_id);
grant delete, insert, select, update on heard_seconds to earshot_app;

-- Which bytes of each track's audio were sent to each listener, so that sound is paced and no listener opens the whole
-- catalog. Ranges are joined, and rounded to blocks before they become many: a row stays small.
create table delivered_audio (
  listener_id uuid not null constraint delivered_audio__listener_id references profiles (user_id),
  track_id uuid not null constraint delivered_audio__track_id references artist_tracks (id),
  delivered int4multirange not null constraint delivered_audio__delivered check (not isempty(delivered)),
  -- When bytes that were new to the listener were sent last, once that was enough to count as opened.
  opened_at timestamptz(3),
  constraint delivered_audio__listener_track primary key (listener_id, track_id)
);
create index delivered_audio__opened on delivered_audio (listener_id, opened_at) where opened_at is not null;
create index delivered_audio__track on delivered_audio (track_id);
grant delete, insert, select, update on delivered_audio to earshot_app;
grant select on delivered_audio to earshot_audit;

-- One listening clock per listener: only the session that holds it earns seconds.
create table listening_clocks (
  listener_id uuid primary key constraint listening_clocks__listener_id references profiles (user_id),
  session_id uuid not null,
  assignment_id uuid not null constraint listening_clocks__assignment_id references assignments (id),
  started_at timestamptz(3) not null,
  playing boolean not null,
  position_ms bigint not null constraint listening_clocks__position_ms check (position_ms >= 0),
  beat_at timestamptz(3) not null,
  -- When the play event of this session was last written.
  written_at timestamptz(3) not null,
  -- Seconds credited to this session; the assignment adds up all sessions.
  credited_ms bigint not null default 0 constraint listening_clocks__credited_ms check (credited_ms >= 0),
  -- The side that was audible at the last report.
  side text constraint listening_clocks__side check (side in ('a', 'b'))
);
grant insert, select, update on listening_clocks to earshot_app;

-- One listener's way through one track from the end of the paid minute on. The first stop is final.
create table stays (
  track_id uuid not null constraint stays__track_id references artist_tracks (id),
  listener_id uuid not null constraint stays__listener_id references profiles (user_id),
  -- When the paid minute was over, and whether it was 0:00 to 1:00 without a seek.
  minute_at timestamptz(3) not null,
  whole_minute boolean not null,
  -- When the listener chose to keep listening.
  chosen_at timestamptz(3),
  -- Seconds proven since then that were not heard before.
  unpaid_ms bigint not null default 0,
  -- Since when the music stands still and why, else when it was last reported to play.
  reported_at timestamptz(3) not null,
  rest text constraint stays__rest check (rest in ('paused', 'hidden', 'left', 'lost')),
  stop text constraint stays__stop
    check (stop in ('sent', 'typed', 'paused', 'hidden', 'skipped', 'left', 'end', 'lost')),
  constraint stays__unpaid_ms check (unpaid_ms >= 0 and (unpaid_ms = 0 or chosen_at is not null)),
  constraint stays__track_listener primary key (track_id, listener_id)
);
create index stays__listener on stays (listener_id, minute_at desc);
grant delete, insert, select, update on stays to earshot_app;

create table moments (
  track_id uuid not null constraint moments__track_id references artist_tracks (id),
  listener_id uuid not null constraint moments__listener_id references profiles (user_id),
  artist_id uuid not null constraint moments__artist_id references profiles (user_id),
  kind text not null constraint moments__kind check (kind in ('love', 'lost', 'skip')),
  -- The whole second that was playing.
  at_second integer not null constraint moments__at_second check (at_second between 0 and 86400),
  marked_at timestamptz(3) not null,
  constraint moments__track_listener primary key (track_id, listener_id, kind, at_second)
);
create index moments__listener on moments (listener_id);
grant delete, insert, select, update on moments to earshot_app;

-- Marks of what is heard without pay, apart from `moments`.
create table unpaid_moments (
  track_id uuid not null constraint unpaid_moments__track_id references artist_tracks (id),
  listener_id uuid not null constraint unpaid_moments__listener_id references profiles (user_id),
  kind text not null constraint unpaid_moments__kind check (kind in ('love', 'lost', 'skip')),
  at_second integer not null constraint unpaid_moments__at_second check (at_second >= 0),
  primary key (track_id, listener_id, kind, at_second)
);
create index unpaid_moments__listener on unpaid_moments (listener_id);
grant delete, insert, select on unpaid_moments to earshot_app;

-- What a listener says of a track that they heard without pay; once for each track, and changed by hearing it again.
create table unpaid_answers (
  id uuid primary key default gen_random_uuid(),
  track_id uuid not null,
  artist_id uuid not null,
  listener_id uuid not null constraint unpaid_answers__listener_id references profiles (user_id),
  rating integer not null constraint unpaid_answers__rating check (rating between 1 and 5),
  note text constraint unpaid_answers__note check (char_length(note) between 1 and 5000),
  answered_at timestamptz(3) not null,
  constraint unpaid_answers__track foreign key (track_id, artist_id) references artist_tracks (id, artist_id),
  constraint unpaid_answers__listener_track unique (listener_id, track_id),
  constraint unpaid_answers__not_own check (listener_id <> artist_id)
);
create index unpaid_answers__track_newest on unpaid_answers (track_id, answered_at desc, id desc);
grant delete, insert, select, update on unpaid_answers to earshot_app;

-- Tracks that a listener has skipped and not reviewed since.
create table skipped_tracks (
  listener_id uuid not null constraint skipped_tracks__listener_id references profiles (user_id),
  track_id uuid not null constraint skipped_tracks__track_id references artist_tracks (id),
  skipped_at timestamptz(3) not null,
  constraint skipped_tracks__listener_track primary key (listener_id, track_id)
);
create index skipped_tracks__oldest on skipped_tracks (listener_id, skipped_at);
create index skipped_tracks__track on skipped_tracks (track_id);
grant delete, insert, select, update on skipped_tracks to earshot_app;

-- Who wants to be told when there is a track to review again, and for which track they were told.
create table queue_asks (
  listener_id uuid primary key constraint queue_asks__listener_id references profiles (user_id),
  asked_at timestamptz(3) not null,
  told_at timestamptz(3),
  told_track_id uuid constraint queue_asks__told_track_id references artist_tracks (id),
  constraint queue_asks__told check ((told_at is null) = (told_track_id is null))
);
create index queue_asks__told on queue_asks (told_at) where told_at is not null;
create index queue_asks__waiting on queue_asks (asked_at) where told_at is null;
grant delete, insert, select, update on queue_asks to earshot_app;

-- How far a listener has come in the queue of one priority weight. What lies before a cursor is reviewed, skipped, one's
-- own, or was full when it was passed.
create table queue_cursors (
  listener_id uuid not null constraint queue_cursors__listener_id references profiles (user_id),
  queue_rank integer not null,
  -- Among tracks with free places.
  places_at timestamptz(3) not null default 'epoch',
  places_id uuid not null default '00000000-0000-0000-0000-000000000000',
  -- Among all active tracks, for when no place is free.
  active_at timestamptz(3) not null default 'epoch',
  active_id uuid not null default '00000000-0000-0000-0000-000000000000',
  -- Reopened tracks up to here have been looked at.
  reopened_seen bigint not null,
  constraint queue_cursors__queue_rank check (queue_rank between 0 and 4),
  constraint queue_cursors__listener_rank primary key (listener_id, queue_rank)
);
grant delete, insert, select, update on queue_cursors to earshot_app;

-- What forecasts are made of, counted every ten minutes; uploads in between add their own places.
create table queue_supply (
  only_row boolean primary key default true constraint queue_supply__only_row check (only_row),
  -- Open places by rank, from 0 to 4.
  open_places integer[] not null default array_fill(0, array[5])
    constraint queue_supply__open_places check (cardinality(open_places) = 5),
  -- Of 14 days.
  approved integer not null default 0,
  active_listeners integer not null default 0,
  counted_at timestamptz(3) not null default 'epoch',
  -- How many tracks got their places in 14 days: from it comes when the next ones are likely.
  begun integer not null default 0,
  -- Of the reviews sent in 14 days, but for the last day, how many gave up their place because they waited for a person.
  sent integer not null default 0,
  waited integer not null default 0
);
grant select, update on queue_supply to earshot_app;

-- Leases of a listener that have lapsed since the last review.
create table lapsed_leases (
  listener_id uuid primary key constraint lapsed_leases__listener_id references profiles (user_id),
  in_row integer not null default 1 constraint lapsed_leases__in_row check (in_row > 0)
);
grant delete, select on lapsed_leases to earshot_app;

create table met_artists (
  listener_id uuid not null constraint met_artists__listener_id references profiles (user_id),
  artist_id uuid not null constraint met_artists__artist_id references profiles (user_id),
  -- When a track of theirs was served for the last time, and another one before it.
  met_at timestamptz(3) not null,
  met_before timestamptz(3),
  primary key (listener_id, artist_id)
);
create index met_artists__last on met_artists (listener_id, met_at desc);
grant delete, select on met_artists to earshot_app;

create table admission (
  only_row boolean primary key default true constraint admission__only_row check (only_row),
  listeners_wait boolean not null default false
);
grant select, update on admission to earshot_app;

-- Who was let in stays in.
create table waiting_listeners (
  listener_id uuid primary key constraint waiting_listeners__listener_id references profiles (user_id),
  number bigint generated always as identity constraint waiting_listeners__number unique,
  since timestamptz(3) not null,
  let_in_at timestamptz(3)
);
create index waiting_listeners__let_in on waiting_listeners (let_in_at) where let_in_at is not null;
create index waiting_listeners__waiting on waiting_listeners (number) where let_in_at is null;
grant delete, insert, select, update on waiting_listeners to earshot_app;

-- What a returning reviewer was given to compare, and what they chose before they learned which was which.
create table version_comparisons (
  track_id uuid not null constraint version_comparisons__track_id references artist_tracks (id),
  listener_id uuid not null constraint version_comparisons__listener_id references profiles (user_id),
  artist_id uuid not null constraint version_comparisons__artist_id references profiles (user_id),
  began_at timestamptz(3) not null,
  choice text constraint version_comparisons__choice check (choice in ('new', 'former', 'none')),
  chosen_at timestamptz(3),
  -- By these ids alone the listener names the two sides.
  a_id uuid not null default gen_random_uuid(),
  b_id uuid not null default gen_random_uuid(),
  new_is_a boolean not null default random() < 0.5,
  -- What this comparison proves of the former version; of the new one it is kept as of every track.
  former_heard int4multirange not null default '{}',
  former_listened_ms bigint not null default 0
    constraint version_comparisons__former_listened_ms check (former_listened_ms >= 0),
  former_delivered int4multirange not null default '{}',
  constraint version_comparisons__chosen check ((choice is null) = (chosen_at is null)),
  constraint version_comparisons__track_listener primary key (track_id, listener_id)
);
create index version_comparisons__listener on version_comparisons (listener_id, artist_id, chosen_at desc);
grant delete, insert, select, update on version_comparisons to earshot_app;

create table reviews (
  id uuid primary key default gen_random_uuid(),
  track_id uuid not null,
  listener_id uuid not null constraint reviews__listener_id references profiles (user_id),
  artist_id uuid not null,
  rating integer not null constraint reviews__rating check (rating between 1 and 5),
  comment text not null constraint reviews__comment check (char_length(comment) between 1 and 5000),
  status text not null default 'pending'
    constraint reviews__status check (status in ('pending', 'approved', 'rejected', 'reversed')),
  -- Whole seconds the server vouches for.
  listening_time integer not null constraint reviews__listening_time check (listening_time >= 60),
  review_month date not null constraint reviews__review_month check (extract(day from review_month) = 1),
  earned_cents bigint not null default 0,
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  -- Null on a decided review: the approval rules decided.
  decided_by uuid constraint reviews__decided_by references users (id),
  decision_reason text,
  decision_note text,
  -- A rejected review may be appealed once, in the listener's own words. The appeal stays, however it is decided.
  appealed_at timestamptz(3),
  appeal text constraint reviews__appeal check (char_length(appeal) between 1 and 1000),
  -- When a pending review is approved by itself; null until the approval rules have judged it.
  due_at timestamptz(3),
  appeal_outcome text constraint reviews__appeal_outcome check (appeal_outcome in ('granted', 'dismissed')),
  appeal_decided_at timestamptz(3),
  appeal_decided_by uuid constraint reviews__appeal_decided_by references users (id),
  appeal_note text constraint reviews__appeal_note check (char_length(btrim(appeal_note)) between 1 and 500),
  worked text constraint reviews__worked check (char_length(worked) between 1 and 500),
  did_not_work text constraint reviews__did_not_work check (char_length(did_not_work) between 1 and 500),
  to_change text constraint reviews__to_change check (char_length(to_change) between 1 and 500),
  reward_cents bigint not null default 15 constraint reviews__reward_cents check (reward_cents > 0),
  is_wished boolean not null default false,
  -- What a pending review waits for: a person, the end of a wait before the rules decide, or room in the day's budget.
  waits_for text constraint reviews__waits_for check (waits_for in ('person', 'rules', 'first_reviews', 'budget')),
  -- The date moves once.
  due_moved boolean not null default false,
  first_comment text constraint reviews__first_comment check (char_length(first_comment) between 1 and 5000),
  -- A review that waits for a person holds its place for a day; then the place is opened once from the house pool.
  place_opened_at timestamptz(3),
  -- Its text is shown to its listener and to admins alone; its stars and its reward stay.
  taken_down_at timestamptz(3),
  constraint reviews__track_artist foreign key (track_id, artist_id) references artist_tracks (id, artist_id),
  constraint reviews__track_listener unique (track_id, listener_id),
  constraint reviews__own_track check (listener_id <> artist_id),
  constraint reviews__own_decision check (decided_by is null or decided_by not in (listener_id, artist_id)),
  constraint reviews__earned check (case when status = 'approved' then earned_cents > 0 else earned_cents = 0 end),
  constraint reviews__decided check ((status = 'pending') = (decided_at is null)),
  constraint reviews__reason check (status not in ('rejected', 'reversed') or decision_reason is not null),
  constraint reviews__appealed check ((appealed_at is null) = (appeal is null)),
  constraint reviews__appeal_decided check (
    (appeal_outcome is null) = (appeal_decided_at is null) and (appeal_outcome is null) = (appeal_decided_by is null)
    and (appeal_outcome is null) = (appeal_note is null) and (appeal_outcome is null or appealed_at is not null)),
  constraint reviews__own_appeal
    check (appeal_decided_by is null or appeal_decided_by not in (listener_id, artist_id)),
  constraint reviews__appealed_after_decision
    check (appealed_at is null or status <> 'pending' or appeal_outcome = 'granted'),
  constraint reviews__mended check (first_comment is null or (appealed_at is not null and first_comment <> comment))
);
create index reviews__artist on reviews (artist_id, created_at desc, id);
create index reviews__decided on reviews (decided_at desc, id desc) where decided_at is not null;
create index reviews__due on reviews (due_at) where status = 'pending';
create index reviews__holding_place on reviews (created_at)
  where status = 'pending' and waits_for = 'person' and place_opened_at is null;
create index reviews__listener on reviews (listener_id, created_at desc, id);
create index reviews__pending on reviews (created_at, id) where status = 'pending';
create index reviews__sent on reviews (created_at);
create index reviews__track on reviews (track_id, created_at desc, id);
create index reviews__waiting on reviews (created_at, id)
  where status = 'pending' or (appealed_at is not null and appeal_outcome is null);
create index reviews__waiting_for_person on reviews (listener_id) where status = 'pending' and waits_for = 'person';
grant select on reviews to earshot_app, earshot_audit;
grant insert (id, track_id, listener_id, artist_id, rating, comment, listening_time, review_month, created_at, worked, did_not_work, to_change, is_wished) on reviews to earshot_app;
grant update (comment, appealed_at, appeal, due_at, waits_for, due_moved, first_comment, place_opened_at, taken_down_at) on reviews to earshot_app;
alter table rewards_of_days add constraint rewards_of_days__review_id foreign key (review_id) references reviews(id);

create table review_notes (
  review_id uuid not null constraint review_notes__review_id references reviews (id),
  place integer not null constraint review_notes__place check (place between 0 and 19),
  -- Whole seconds into the track.
  at_second integer not null constraint review_notes__at_second check (at_second between 0 and 86400),
  note text not null constraint review_notes__note check (char_length(note) between 1 and 280),
  constraint review_notes__review_place primary key (review_id, place)
);
grant insert, select on review_notes to earshot_app;

-- Reviews that are being written. At most one for each track that a listener has been served, gone with the submission.
create table review_drafts (
  listener_id uuid not null constraint review_drafts__listener_id references profiles (user_id),
  track_id uuid not null constraint review_drafts__track_id references artist_tracks (id),
  -- Grows with every change: a browser that knows an older one has not seen what another has written.
  revision integer not null constraint review_drafts__revision check (revision > 0),
  draft jsonb not null constraint review_drafts__draft check (pg_column_size(draft) <= 131072),
  edited_at timestamptz(3) not null,
  constraint review_drafts__listener_track primary key (listener_id, track_id)
);
grant delete, insert, select, update on review_drafts to earshot_app;

create table review_typing (
  review_id uuid not null constraint review_typing__review primary key
    constraint review_typing__review_id references reviews (id),
  listener_id uuid not null constraint review_typing__listener_id references profiles (user_id),
  sent_at timestamptz(3) not null,
  sent_letters integer not null
    constraint review_typing__sent_letters check (sent_letters between 1 and 5000),
  typed_letters integer not null
    constraint review_typing__typed_letters check (typed_letters between 0 and 100000),
  pasted_letters integer not null
    constraint review_typing__pasted_letters check (pasted_letters between 0 and 100000),
  text_ms integer not null
    constraint review_typing__text_ms check (text_ms between 0 and 86400000)
);
create index review_typing__listener on review_typing (listener_id, sent_at desc, review_id desc);
create index review_typing__sent on review_typing (sent_at);
grant delete, insert, select on review_typing to earshot_app;

-- Each approval rule leaves one finding for a review.
create table review_findings (
  review_id uuid not null constraint review_findings__review_id references reviews (id),
  rule text not null,
  version integer not null,
  passed boolean not null,
  detail text not null,
  created_at timestamptz(3) not null default now(),
  constraint review_findings__review_rule primary key (review_id, rule)
);
create index review_findings__doubtful on review_findings (created_at) where not passed;
grant delete, insert, select on review_findings to earshot_app;
grant update (version, passed, detail) on review_findings to earshot_app;

create table review_marks (
  review_id uuid constraint review_marks__review primary key constraint review_marks__review_id references reviews (id),
  -- Of the review, which never changes them.
  artist_id uuid not null constraint review_marks__artist_id references profiles (user_id),
  listener_id uuid not null constraint review_marks__listener_id references profiles (user_id),
  stars integer not null constraint review_marks__stars check (stars between 1 and 5),
  -- Null: taken back, and it leaves the figures with the next lot.
  mark text constraint review_marks__mark check (mark in ('useful', 'not_useful', 'answered')),
  reason text constraint review_marks__reason
    check (reason in ('too_general', 'other_track', 'no_reasons', 'only_taste', 'hard_to_read', 'rude')),
  is_useful boolean generated always as (mark <> 'not_useful') stored,
  marked_at timestamptz(3) not null,
  -- What counts in the listener's figures since a night; null before its first lot.
  counted_useful boolean,
  counted_at timestamptz(3),
  constraint review_marks__why check ((reason is not null) = (mark is not distinct from 'not_useful')),
  constraint review_marks__counted check ((counted_useful is null) = (counted_at is null)),
  constraint review_marks__taken_back check (mark is not null or counted_at is not null)
);
create index review_marks__artist on review_marks (artist_id, stars) include (is_useful, marked_at);
create index review_marks__listener on review_marks (listener_id);
create index review_marks__marked on review_marks (marked_at);
grant delete, select on review_marks to earshot_app;
grant insert (review_id, artist_id, listener_id, stars, mark, reason, marked_at) on review_marks to earshot_app;
grant update (mark, reason, marked_at, counted_useful, counted_at) on review_marks to earshot_app;

-- The browsers and mailboxes with which admins make changes, to know accounts that are linked to theirs. They are no evidence: they make
-- nobody suspicious and put nobody in a cluster.
create table admin_marks (
  user_id uuid not null constraint admin_marks__user_id references users (id),
  kind text not null constraint admin_marks__kind check (kind in ('device', 'mailbox')),
  mark text not null constraint admin_marks__mark_length check (char_length(mark) = 22),
  last_at timestamptz(3) not null,
  constraint admin_marks__user_mark primary key (user_id, kind, mark)
);
create index admin_marks__last_at on admin_marks (last_at);
grant delete, insert, select, update on admin_marks to earshot_app;

create table question_answers (
  question_id uuid not null,
  kind text not null,
  review_id uuid not null constraint question_answers__review_id references reviews (id),
  -- The choice from 1 on, or the step of the scale.
  number integer,
  line text constraint question_answers__line check (char_length(line) between 1 and 140),
  constraint question_answers__question foreign key (question_id, kind) references track_questions (id, kind),
  constraint question_answers__form check (case kind when 'line' then line is not null and number is null
    else line is null and number is not null and number between 1 and case kind when 'choice' then 4 else 5 end end),
  constraint question_answers__question_review primary key (question_id, review_id)
);
create index question_answers__review on question_answers (review_id);
grant delete, insert, select on question_answers to earshot_app;

create table standings (
  listener_id uuid primary key constraint standings__listener_id references profiles (user_id),
  standing text not null constraint standings__standing check (standing in ('new', 'known', 'trusted')),
  -- Of all time.
  approved integer not null constraint standings__approved check (approved >= 0),
  approved_days integer not null constraint standings__approved_days check (approved_days >= 0),
  -- Of the reviews sent in the 90 days before it was computed.
  recent_decided integer not null,
  recent_approved integer not null constraint standings__recent_approved check (recent_approved >= 0),
  recent_copied integer not null constraint standings__recent_copied check (recent_copied >= 0),
  recent_reversed integer not null constraint standings__recent_reversed check (recent_reversed >= 0),
  -- Of artists' marks, as counted in the last night.
  marks integer not null default 0 constraint standings__marks check (marks >= 0),
  mark_artists integer not null default 0 constraint standings__mark_artists check (mark_artists between 0 and marks),
  usefulness double precision constraint standings__usefulness check (usefulness between 0 and 1),
  computed_at timestamptz(3) not null,
  constraint standings__recent check (recent_decided >= recent_approved + recent_copied + recent_reversed),
  constraint standings__marked check ((usefulness is null) = (marks = 0))
);
create index standings__computed on standings (computed_at);
grant delete, insert, select, update on standings to earshot_app;
grant select on standings to earshot_audit;

create table play_events_default partition of play_events default;

create sequence reopened_tracks;
grant select on sequence reopened_tracks to earshot_app;
-- Its last value is what a new listener has seen, so the first is spent here.
select nextval('reopened_tracks');

insert into queue_supply default values;
insert into admission default values;
