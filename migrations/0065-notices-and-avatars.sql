-- What users decide about themselves: which mails they want, who sees their page, and a picture.

alter table profiles add column is_private boolean not null default false;
create unique index profiles__avatar on profiles (avatar_key) where avatar_key is not null;
grant update (is_private) on profiles to earshot_app;

-- A row says that this user does not want notices of this kind by mail.
create table notices_switched_off (
  user_id uuid not null constraint notices_switched_off__user_id references users (id),
  kind text not null constraint notices_switched_off__kind
    check (kind in ('review_received', 'review_decided', 'payout_decided', 'new_track')),
  constraint notices_switched_off__user_kind primary key (user_id, kind)
);
grant select, insert, delete on notices_switched_off to earshot_app;

alter table outbox
  -- The event and the user that a notice is about: one mail each, however often its job runs.
  add column notice_key text constraint outbox__notice_key unique,
  -- Where a notice can be switched off; null on mails that an account cannot do without.
  add column unsubscribe_link text;

-- Every way to a decision ends in these rows, whoever took it, so this is where the notice of it begins.
-- Arguments: the job, and the name its payload gives to the row's id.
create function queue_notice() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job(tg_argv[0], json_build_object(tg_argv[1], new.id));
  return null;
end $$;

create trigger reviews__received_notice after insert on reviews for each row
  execute function queue_notice('mail-review-received', 'reviewId');
create trigger payout_requests__decided_notice after update of status on payout_requests for each row
  when (old.status = 'pending' and new.status in ('completed', 'rejected'))
  execute function queue_notice('mail-payout-decided', 'payoutId');
