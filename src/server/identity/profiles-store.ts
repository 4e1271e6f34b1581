import { noticeKinds } from '#contract/identity/notice-kinds.ts';
import {
  boolean,
  cents,
  integer,
  nullable,
  oneOf,
  text,
  textList,
  timestamp,
  uuid,
} from '../adapters/database/columns.ts';
import type { Queryable, Transaction } from '../adapters/database/database.ts';
import { statement } from '../adapters/database/statement.ts';
import { isRefusedAddress } from './emails/outbox-store.ts';

const userType = nullable(oneOf('artist', 'listener'));

const exists = statement({ takes: { userId: uuid }, gives: { exists: boolean } })`
  select exists (select from profiles where user_id = ${'userId'}) as exists`;

const insert = statement({
  takes: { userId: uuid, username: text, displayName: text, now: timestamp },
  gives: {},
})`
  insert into profiles (user_id, username, display_name, created_at)
  values (${'userId'}, ${'username'}, ${'displayName'}, ${'now'})
  on conflict (username) do nothing`;

const read = statement({
  takes: { userId: uuid, now: timestamp },
  gives: {
    userId: uuid,
    username: text,
    displayName: text,
    bio: nullable(text),
    avatarKey: nullable(text),
    userType,
    genres: textList,
    songsUploaded: integer,
    subscriptionStatus: oneOf('none', 'trial', 'active', 'ended'),
    reviewsCompleted: integer,
    totalEarningsCents: cents,
    xpPoints: integer,
    email: text,
    role: oneOf('user', 'admin'),
  },
})`
  select p.user_id as "userId", p.username, p.display_name as "displayName", p.bio, p.avatar_key as "avatarKey",
    p.user_type as "userType", p.genres,
    p.songs_uploaded as "songsUploaded", p.reviews_completed as "reviewsCompleted",
    coalesce((select case when not plan.active or plan.expires_at <= ${'now'} then 'ended'
        when plan.trial then 'trial' else 'active' end
      from artist_subscriptions plan where plan.user_id = p.user_id), 'none') as "subscriptionStatus",
    p.total_earnings_cents as "totalEarningsCents", p.xp_points as "xpPoints", u.email,
    coalesce((select r.role from user_roles r where r.user_id = p.user_id order by r.id desc limit 1), 'user') as role
  from profiles p join users u on u.id = p.user_id
  where p.user_id = ${'userId'}`;

const lock = statement({
  takes: { userId: uuid },
  gives: { username: text, displayName: text, bio: nullable(text), userType, genres: textList },
})`
  select username, display_name as "displayName", bio, user_type as "userType", genres
  from profiles where user_id = ${'userId'} for no key update`;

const update = statement({
  takes: { userId: uuid, displayName: text, bio: nullable(text), userType, genres: textList },
  gives: {},
})`
  update profiles set display_name = ${'displayName'}, bio = ${'bio'}, user_type = ${'userType'}, genres = ${'genres'}
  where user_id = ${'userId'}`;

export const hasProfile = async (db: Queryable, userId: string) => (await exists.only(db, { userId })).exists;

/** False if the username is taken. */
export const insertProfile = async (
  tx: Transaction,
  profile: { userId: string; username: string; displayName: string; now: Date },
) => (await insert.run(tx, profile)) === 1;

export const findProfile = (db: Queryable, userId: string, now: Date) => read.only(db, { userId, now });

export const lockProfile = (tx: Transaction, userId: string) => lock.only(tx, { userId });

export const writeProfile = (
  tx: Transaction,
  profile: {
    userId: string;
    displayName: string;
    bio: string | null;
    userType: 'artist' | 'listener' | null;
    genres: string[];
  },
) => update.run(tx, profile);

export const lockAvatar = statement({ takes: { userId: uuid }, gives: { avatarKey: nullable(text) } })`
  select avatar_key as "avatarKey" from profiles where user_id = ${'userId'} for no key update`;

export const writeAvatar = statement({ takes: { userId: uuid, avatarKey: nullable(text) }, gives: {} })`
  update profiles set avatar_key = ${'avatarKey'} where user_id = ${'userId'}`;

export const readKnownAvatars = statement({ takes: { keys: textList }, gives: { avatarKey: text } })`
  select avatar_key as "avatarKey" from profiles where avatar_key = any(${'keys'})`;

const noticeKind = oneOf(...noticeKinds);

export const readSwitchedOff = statement({ takes: { userId: uuid }, gives: { kind: noticeKind } })`
  select kind from notices_switched_off where user_id = ${'userId'}`;

export const switchOff = statement({ takes: { userId: uuid, kind: noticeKind }, gives: {} })`
  insert into notices_switched_off (user_id, kind)
  select id, ${'kind'} from users where id = ${'userId'} on conflict do nothing`;

export const switchOn = statement({ takes: { userId: uuid, kind: noticeKind }, gives: {} })`
  delete from notices_switched_off where user_id = ${'userId'} and kind = ${'kind'}`;

export const readIsPrivate = statement({ takes: { userId: uuid }, gives: { isPrivate: boolean } })`
  select is_private as "isPrivate" from profiles where user_id = ${'userId'}`;

export const writeIsPrivate = statement({ takes: { userId: uuid, isPrivate: boolean }, gives: {} })`
  update profiles set is_private = ${'isPrivate'} where user_id = ${'userId'}`;

/**
 * The address for a notice. No row if the user is suspended, unconfirmed or has switched this kind off, or if the last
 * email to the address was permanently rejected: more would harm the sender's reputation. A delivered account email or
 * an admin ends that.
 */
export const readNoticeRecipient = statement({
  takes: { userId: uuid, kind: noticeKind },
  gives: { email: text, displayName: text },
})`
  select users.email, profile.display_name as "displayName"
    from users join profiles profile on profile.user_id = users.id
   where users.id = ${'userId'} and users.confirmed_at is not null and users.suspended_at is null
     and not exists (select from notices_switched_off
                      where user_id = ${'userId'} and kind = ${'kind'})
     and ${isRefusedAddress} is not true`;
