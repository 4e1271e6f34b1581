-- What each listener has earned by reviews, with the figures that it follows from. Without a row: nothing is decided yet.

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
grant select, insert, update, delete on standings to earshot_app;
grant select on standings to earshot_audit;

-- Everybody's standing from the reviews that are there. Nobody has marks yet, so nobody can be trusted.
insert into standings (listener_id, standing, approved, approved_days, recent_decided, recent_approved, recent_copied,
  recent_reversed, computed_at)
select listener_id,
       case when approved >= 10 and days >= 3 and (decided < 5 or recent >= 0.8 * decided) then 'known' else 'new' end,
       approved, days, decided, recent, copied, reversed, now()
  from (
    select listener_id,
           count(*) filter (where status = 'approved') as approved,
           count(distinct (created_at at time zone 'UTC')::date) filter (where status = 'approved') as days,
           count(*) filter (where status <> 'pending' and created_at >= now() - interval '90 days') as decided,
           count(*) filter (where status = 'approved' and created_at >= now() - interval '90 days') as recent,
           count(*) filter (where status = 'rejected' and decision_reason = 'copied'
             and created_at >= now() - interval '90 days') as copied,
           count(*) filter (where status = 'reversed' and created_at >= now() - interval '90 days') as reversed
      from reviews where status <> 'pending' group by listener_id
  ) as counted;
