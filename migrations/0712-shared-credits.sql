-- One free credit a month for accounts of one mailbox, browser or payout destination: uploads of theirs at once wait for each other.

create function lock_shared_credits(p_user uuid) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  shared text;
begin
  for shared in
    select mark from evidence where user_id = p_user and kind in ('device', 'mailbox')
    union select encode(destination_mark, 'hex') from payees where user_id = p_user and confirmed_at is not null
    order by 1
  loop
    perform pg_advisory_xact_lock(hashtextextended('free credit ' || shared, 0));
  end loop;
end $$;
revoke all on function lock_shared_credits(uuid) from public;
grant execute on function lock_shared_credits(uuid) to earshot_app;
