-- Trust: evidence of accounts that belong together, texts that resemble each other, and reports.

-- One row for a person, a mark and a day (UTC): blinded marks, and how often they were met. Kept 180 days; of deleted
-- accounts twelve months, so that whoever deletes an account does not begin anew as a stranger.
create table evidence (
  user_id uuid not null constraint evidence__user_id references users (id),
  kind text not null
    constraint evidence__kind
    check (kind in ('network', 'device', 'script', 'mailbox', 'domain', 'typing', 'copying')),
  day date not null,
  mark text not null constraint evidence__mark_length check (char_length(mark) = 22),
  tracks_served integer not null default 0 constraint evidence__tracks_served check (tracks_served >= 0),
  reviews_sent integer not null default 0 constraint evidence__reviews_sent check (reviews_sent >= 0),
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  constraint evidence__user_mark_day primary key (user_id, kind, day, mark),
  constraint evidence__order check (last_at >= first_at)
);
create index evidence__day on evidence (day);
create index evidence__shared on evidence (kind, mark, day, user_id);
grant delete, insert, select, update on evidence to earshot_app;

create table related_acts (
  -- Of a near-equal text: who sent it later.
  user_id uuid not null constraint related_acts__user_id references users (id),
  other_id uuid not null constraint related_acts__other_id references users (id),
  kind text not null constraint related_acts__kind check (kind in ('text', 'moments')),
  times integer not null constraint related_acts__times check (times > 0),
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  constraint related_acts__pair primary key (user_id, other_id, kind),
  constraint related_acts__others check (user_id <> other_id)
);
create index related_acts__last on related_acts (last_at);
create index related_acts__other on related_acts (other_id, kind);
grant delete, insert, select, update on related_acts to earshot_app;

create table review_texts (
  no integer generated always as identity constraint review_texts__no primary key,
  review_id uuid not null constraint review_texts__review_id references reviews (id)
    constraint review_texts__review unique,
  sent_at timestamptz(3) not null,
  -- One for each band; kept to take the bands away again without an index of their own.
  keys integer[] not null,
  is_copied boolean not null default false
);
create index review_texts__sent on review_texts (sent_at);
grant delete, insert, select on review_texts to earshot_app;
grant update (is_copied) on review_texts to earshot_app;

-- Two texts with a key in common may be near-equal. Without a foreign key: 32 rows a review are written and swept with their text.
create table review_text_bands (
  key integer not null,
  text_no integer not null,
  constraint review_text_bands__key_text primary key (key, text_no)
);
grant delete, insert, select on review_text_bands to earshot_app;

-- How far back the reviews from before this index have been taken into it.
create table review_texts_taken (
  id boolean not null default true constraint review_texts_taken__one primary key check (id),
  before timestamptz(3) not null
);
grant select on review_texts_taken to earshot_app;
grant update (before) on review_texts_taken to earshot_app;

create table clusters (
  id uuid primary key default gen_random_uuid(),
  found_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  members integer not null constraint clusters__members check (members >= 0),
  decision text constraint clusters__decision check (decision in ('suspended', 'dismissed')),
  decided_at timestamptz(3),
  decided_by uuid constraint clusters__decided_by references users (id),
  note text,
  -- How many it had when it was decided: one that has grown by half is looked at again.
  decided_members integer,
  constraint clusters__decided check ((decision is null) = (decided_at is null)
    and (decision is null) = (decided_by is null) and (decision is null) = (note is null)
    and (decision is null) = (decided_members is null))
);
create index clusters__decided_at on clusters (decided_at desc, id desc) where decision is not null;
create index clusters__open on clusters (found_at desc, id desc) where decision is null;
grant delete, insert, select, update on clusters to earshot_app;

create table cluster_members (
  user_id uuid constraint cluster_members__user primary key
    constraint cluster_members__user_id references users (id),
  cluster_id uuid not null constraint cluster_members__cluster_id references clusters (id),
  -- What this person shares with at least one other of the cluster.
  kinds text[] not null constraint cluster_members__kinds check (cardinality(kinds) >= 2),
  found_at timestamptz(3) not null
);
create index cluster_members__cluster on cluster_members (cluster_id);
grant delete, insert, select, update on cluster_members to earshot_app;

-- Until when evidence has been looked through for clusters.
create table clusters_looked_at (
  id boolean not null default true constraint clusters_looked_at__one primary key check (id),
  until timestamptz(3) not null
);
grant select on clusters_looked_at to earshot_app;
grant update (until) on clusters_looked_at to earshot_app;

-- What somebody says against a thing. It alone changes nothing.
create table reports (
  id uuid primary key default gen_random_uuid(),
  kind text not null constraint reports__kind check (kind in ('track', 'review', 'question')),
  thing_id uuid not null,
  track_id uuid not null constraint reports__track_id references artist_tracks (id),
  review_id uuid generated always as (case when kind = 'review' then thing_id end) stored
    constraint reports__review_id references reviews (id),
  owner_id uuid not null constraint reports__owner_id references users (id),
  -- The thing as it was when it was reported.
  shown text not null constraint reports__shown check (char_length(shown) between 1 and 20000),
  -- Null for somebody without an account, who gives a name and an address.
  reporter_id uuid constraint reports__reporter_id references users (id),
  reason text not null constraint reports__reason
    check (reason in ('copyright', 'hateful', 'sexual', 'personal', 'spam', 'other')),
  statement text constraint reports__statement check (char_length(btrim(statement)) between 1 and 2000),
  name text constraint reports__name check (char_length(btrim(name)) between 1 and 120),
  email text constraint reports__email check (char_length(email) between 3 and 254),
  reported_at timestamptz(3) not null,
  outcome text
    constraint reports__outcome check (outcome in ('dismissed', 'taken_down', 'gone')),
  decided_at timestamptz(3),
  decided_by uuid constraint reports__decided_by references users (id),
  constraint reports__track check (kind <> 'track' or thing_id = track_id),
  constraint reports__not_own check (reporter_id <> owner_id),
  constraint reports__copyright check (reason <> 'copyright' or kind = 'track' and statement is not null),
  constraint reports__other check (reason <> 'other' or statement is not null),
  constraint reports__signed_out check (case when reporter_id is null
    then reason = 'copyright' and name is not null and email is not null else name is null and email is null end),
  constraint reports__decided check (num_nulls(outcome, decided_at, decided_by) in (0, 3)),
  -- One for each account and thing.
  constraint reports__reporter_thing unique (reporter_id, thing_id)
);
create index reports__decided_newest on reports (decided_at desc, id desc) where decided_at is not null;
create index reports__dismissed on reports (reporter_id, decided_at) where outcome = 'dismissed';
create unique index reports__email_thing on reports (lower(email), thing_id) where reporter_id is null;
create index reports__open on reports (thing_id, reported_at, id) where decided_at is null;
create index reports__open_oldest on reports (reported_at, id) where decided_at is null;
create index reports__owner on reports (owner_id);
create index reports__review on reports (review_id) where review_id is not null;
create index reports__thing on reports (thing_id, decided_at);
create index reports__track on reports (track_id);
grant delete, insert, select on reports to earshot_app;
grant update (shown, outcome, decided_at, decided_by) on reports to earshot_app;

-- What somebody who hears a track blind says of a track once more: answered like a first report, it stands in their export like one.
create table repeated_reports (
  id uuid primary key default gen_random_uuid(),
  report_id uuid not null constraint repeated_reports__report_id references reports (id) on delete cascade,
  reason text not null constraint repeated_reports__reason
    check (reason in ('copyright', 'hateful', 'sexual', 'personal', 'spam', 'other')),
  statement text constraint repeated_reports__statement check (char_length(btrim(statement)) between 1 and 2000),
  reported_at timestamptz(3) not null
);
create index repeated_reports__report on repeated_reports (report_id);
grant delete, insert, select on repeated_reports to earshot_app;

create table takedowns (
  id uuid primary key default gen_random_uuid(),
  kind text not null constraint takedowns__kind check (kind in ('track', 'review', 'question')),
  -- The id of the track, the review or the question.
  thing_id uuid not null,
  track_id uuid not null constraint takedowns__track_id references artist_tracks (id),
  review_id uuid generated always as (case when kind = 'review' then thing_id end) stored
    constraint takedowns__review_id references reviews (id),
  -- Whose thing it is: they are told, and may answer once.
  owner_id uuid not null constraint takedowns__owner_id references users (id),
  -- The thing as it was: its title or its text.
  shown text not null constraint takedowns__shown check (char_length(shown) between 1 and 20000),
  reason text not null constraint takedowns__reason
    check (reason in ('copyright', 'hateful', 'sexual', 'personal', 'spam', 'other')),
  sentence text not null constraint takedowns__sentence check (char_length(btrim(sentence)) between 3 and 500),
  taken_by uuid not null constraint takedowns__taken_by references users (id),
  taken_at timestamptz(3) not null,
  answer text constraint takedowns__answer check (char_length(btrim(answer)) between 1 and 1000),
  answered_at timestamptz(3),
  -- The answer was read, and the thing stays down.
  upheld_by uuid constraint takedowns__upheld_by references users (id),
  upheld_at timestamptz(3),
  upheld_sentence text constraint takedowns__upheld_sentence check (char_length(btrim(upheld_sentence)) between 3 and 500),
  restored_by uuid constraint takedowns__restored_by references users (id),
  restored_at timestamptz(3),
  -- 'mistake': it was wrong, and gives back; 'cleared': what stood against it is settled.
  restored_as text constraint takedowns__restored_as check (restored_as in ('mistake', 'cleared')),
  restored_sentence text
    constraint takedowns__restored_sentence check (char_length(btrim(restored_sentence)) between 3 and 500),
  constraint takedowns__track check (kind <> 'track' or thing_id = track_id),
  constraint takedowns__answered check ((answer is null) = (answered_at is null)),
  constraint takedowns__upheld check (num_nulls(upheld_by, upheld_at, upheld_sentence) in (0, 3)
    and (upheld_at is null or answered_at is not null)),
  constraint takedowns__restored check (num_nulls(restored_by, restored_at, restored_as, restored_sentence) in (0, 4))
);
create index takedowns__answered on takedowns (answered_at, id)
  where answered_at is not null and upheld_at is null and restored_at is null;
create index takedowns__newest on takedowns (taken_at desc, id desc) where restored_at is null;
create index takedowns__over on takedowns (restored_at desc, id desc) where restored_at is not null;
create index takedowns__owner on takedowns (owner_id, id);
create index takedowns__review on takedowns (review_id) where review_id is not null;
-- A thing is taken down once at a time.
create unique index takedowns__standing on takedowns (thing_id) where restored_at is null;
create index takedowns__thing on takedowns (thing_id, taken_at desc);
create index takedowns__track on takedowns (track_id);
grant insert, select on takedowns to earshot_app;
grant update (shown, answer, answered_at, upheld_by, upheld_at, upheld_sentence, restored_by, restored_at, restored_as, restored_sentence) on takedowns to earshot_app;
alter table same_recordings add constraint same_recordings__takedown_id foreign key (takedown_id) references takedowns(id);

-- A day ahead, as in an upgrade in which older servers still take reviews.
insert into review_texts_taken (before) values (now() + interval '1 day');
insert into clusters_looked_at (until) values ('-infinity');
