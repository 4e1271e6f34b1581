-- One person with several accounts: what two accounts share. It is shown to whoever decides, and punishes nobody by itself.

-- A fingerprint of the mark that this browser carries from sign-in to sign-in; empty where it carries none.
alter table sessions add column device_mark text not null default '';
create index sessions__device_mark on sessions (device_mark) where device_mark <> '';
create index sessions__network on sessions (address_prefix) where address_prefix <> '';

-- Where payouts go: the address without what most mail servers ignore, so that name+second@ is the mailbox of name@.
alter table users add column mailbox text not null
  generated always as (regexp_replace(email_normalized, '\+[^@]*@', '@')) stored;
create index users__mailbox on users (mailbox);

-- The accounts that share a device, a network within 24 hours or a mailbox with this one, at most twenty. Many more on one
-- network are a company or a campus, of which a part is as good as all.
create function related_accounts(p_user uuid, p_loopback text[]) returns table (user_id uuid, shares text[])
language sql stable set search_path = public, pg_temp as $$
  with own as materialized (
    select device_mark, address_prefix, created_at, last_seen_at from sessions
     where sessions.user_id = p_user order by last_seen_at desc limit 50
  ), found as (
    (select theirs.user_id, 'device' as share from own
       join sessions theirs on theirs.device_mark = own.device_mark and theirs.user_id <> p_user
      where own.device_mark <> '' limit 500)
    union all
    (select theirs.user_id, 'network' from own
       join sessions theirs on theirs.address_prefix = own.address_prefix and theirs.user_id <> p_user
        and theirs.created_at <= own.last_seen_at + interval '24 hours'
        and theirs.last_seen_at >= own.created_at - interval '24 hours'
      where own.address_prefix <> '' and own.address_prefix <> all (p_loopback) limit 500)
    union all
    (select other.id, 'mailbox' from users me join users other on other.mailbox = me.mailbox and other.id <> me.id
      where me.id = p_user limit 500)
  )
  select found.user_id, array_agg(distinct found.share order by found.share) from found
   group by found.user_id order by count(distinct found.share) desc, found.user_id limit 20
$$;
revoke all on function related_accounts(uuid, text[]) from public;
grant execute on function related_accounts(uuid, text[]) to earshot_app;
