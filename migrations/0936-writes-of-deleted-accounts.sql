-- Calls that are under way while their user is deleted must leave nothing behind. A deletion locks the row of the user. A new row of
-- the user waits for it here, and is rejected once the deletion is committed.
create function refuse_deleted_account() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  owner uuid;
  gone timestamptz;
begin
  case tg_argv[0]
    when 'user_id' then owner := new.user_id;
    when 'listener_id' then owner := new.listener_id;
    when 'artist_id' then owner := new.artist_id;
    when 'follower_id' then owner := new.follower_id;
    when 'reporter_id' then owner := new.reporter_id;
  end case;
  -- A condition on deleted_at would be checked before the wait.
  select deleted_at into gone from public.users where id = owner for key share;
  if gone is not null then
    raise exception 'The account % is deleted', owner using errcode = 'ED001';
  end if;
  return null;
end $$;

-- The rows that a user's own calls insert. Rows about users that others write are not rejected, because that would fail the others' calls.
do $$
declare
  guarded record;
begin
  for guarded in select * from (values
    ('sessions', 'user_id'), ('factors', 'user_id'), ('recovery_codes', 'user_id'), ('one_time_tokens', 'user_id'),
    ('notices_switched_off', 'user_id'), ('idempotency_keys', 'user_id'), ('payees', 'user_id'),
    ('artist_tracks', 'artist_id'), ('uploads', 'artist_id'), ('partial_uploads', 'artist_id'),
    ('cancelled_uploads', 'artist_id'), ('review_marks', 'artist_id'),
    ('assignments', 'listener_id'), ('reviews', 'listener_id'), ('review_drafts', 'listener_id'),
    ('review_typing', 'listener_id'), ('heard_seconds', 'listener_id'), ('stays', 'listener_id'),
    ('moments', 'listener_id'), ('delivered_audio', 'listener_id'), ('version_comparisons', 'listener_id'),
    ('skipped_tracks', 'listener_id'), ('queue_asks', 'listener_id'), ('queue_cursors', 'listener_id'),
    ('waiting_listeners', 'listener_id'), ('unpaid_answers', 'listener_id'), ('unpaid_moments', 'listener_id'),
    ('follows', 'follower_id'), ('reports', 'reporter_id')) given (table_name, owner_column)
  loop
    execute format('create trigger %I after insert on public.%I for each row execute function refuse_deleted_account(%L)',
      guarded.table_name || '__owner', guarded.table_name, guarded.owner_column);
  end loop;
end $$;

create trigger profiles__owner after update of username, display_name, bio, avatar_key, user_type, genres, is_private on profiles
  for each row when (old.* is distinct from new.*) execute function refuse_deleted_account('user_id');
create function refuse_change_of_deleted() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'The account % is deleted', old.id using errcode = 'ED001';
end $$;
create trigger users__deleted before update of email, email_normalized, password_hash, confirmed_at on users
  for each row when (old.deleted_at is not null) execute function refuse_change_of_deleted();
