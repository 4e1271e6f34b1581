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
grant select, insert, update, delete on admin_marks to earshot_app;
