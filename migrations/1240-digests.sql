-- Routine news of a user that one email and one notice tell together: reviews received, reviews approved, tracks of followed artists.

create table digest_items (
  user_id uuid not null constraint digest_items__user_id references users (id),
  kind text not null constraint digest_items__kind check (kind in ('review_received', 'review_decided', 'new_track')),
  -- The review or the track.
  thing_id uuid not null,
  created_at timestamptz(3) not null,
  -- When the job next looks at what this user has waiting.
  due_at timestamptz(3) not null,
  -- Sent items stay, so that none is sent twice and the next digest is a day later.
  sent_at timestamptz(3),
  constraint digest_items__user_kind_thing primary key (user_id, kind, thing_id)
);
create index digest_items__created on digest_items (created_at);
create index digest_items__due on digest_items (due_at) where sent_at is null;
create index digest_items__sent on digest_items (user_id, kind, sent_at) where sent_at is not null;
create index digest_items__waiting on digest_items (user_id, kind, created_at) where sent_at is null;
grant delete, insert, select on digest_items to earshot_app;
grant update (due_at, sent_at) on digest_items to earshot_app;
grant select on digest_items to earshot_audit;

-- Reviews whose own email is still to be written.
do $$
begin
  -- The tables of the jobs are made after the first migrations.
  if to_regclass('graphile_worker._private_jobs') is null then return; end if;
  insert into digest_items (user_id, kind, thing_id, created_at, due_at)
  select person.id, waiting.kind, review.id, review.created_at, review.created_at
    from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    join reviews review on review.id = (job.payload ->> 'reviewId')::uuid
    join lateral (values ('mail-review-received', 'review_received', review.artist_id),
                         ('mail-decision-notice', 'review_decided', review.listener_id))
      as waiting (task, kind, user_id) on waiting.task = task.identifier
    join users person on person.id = waiting.user_id and person.deleted_at is null
   where task.identifier = 'mail-review-received' or review.status = 'approved' and review.appeal_outcome is null
  on conflict do nothing;
  delete from graphile_worker._private_jobs job using graphile_worker._private_tasks task
   where task.id = job.task_id and task.identifier = 'mail-review-received';
end $$;
