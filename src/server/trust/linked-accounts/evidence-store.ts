import type { RelationKind } from '#contract/trust/linked-accounts/relation-kinds.ts';
import {
  boolean,
  integer,
  json,
  text,
  textList,
  timestamp,
  uuid,
  uuidList,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

export const emailOf = statement({
  takes: { userId: uuid },
  gives: { emailNormalized: text, createdAt: timestamp },
})`select email_normalized as "emailNormalized", created_at as "createdAt" from users where id = ${'userId'}`;

/** Counts an act toward today's marks. */
export const storeEvidence = statement({
  takes: {
    userId: uuid,
    kinds: textList,
    marks: textList,
    tracksServed: integer,
    reviewsSent: integer,
    now: timestamp,
  },
  gives: {},
})`insert into evidence (user_id, kind, day, mark, tracks_served, reviews_sent, first_at, last_at)
   select ${'userId'}, given.kind, (${'now'}::timestamptz at time zone 'UTC')::date, given.mark,
     ${'tracksServed'}::integer, ${'reviewsSent'}::integer, ${'now'}::timestamptz, ${'now'}::timestamptz
   from unnest(${'kinds'}::text[], ${'marks'}::text[]) as given (kind, mark)
   on conflict on constraint evidence__user_mark_day do update
   set tracks_served = evidence.tracks_served + excluded.tracks_served,
     reviews_sent = evidence.reviews_sent + excluded.reviews_sent,
     last_at = greatest(evidence.last_at, excluded.last_at)`;

/** Deletes old evidence; that of deleted accounts is kept for some time after the deletion. */
export const forgetEvidence = statement({
  takes: { before: timestamp, deletedBefore: timestamp },
  gives: {},
})`delete from evidence using users
   where users.id = evidence.user_id and (
     (users.deleted_at is null and evidence.day < (${'before'}::timestamptz at time zone 'UTC')::date)
     or users.deleted_at < ${'deletedBefore'})`;

export const relatedTo = statement({
  takes: { userId: uuid },
  gives: { id: uuid, displayName: text, shares: json<RelationKind[]>() },
})`select related.user_id as id, coalesce(profile.display_name, person.email) as "displayName",
     to_jsonb(related.shares) as shares
   from related_accounts(${'userId'}) related
   join users person on person.id = related.user_id
   left join profiles profile on profile.user_id = related.user_id
   order by cardinality(related.shares) desc, "displayName", id`;

const linkedWith = fragment<'userId' | 'otherIds'>`select theirs.user_id from evidence own
   join evidence theirs on theirs.kind = own.kind and theirs.mark = own.mark and theirs.user_id = any (${'otherIds'})
  where own.user_id = ${'userId'} and own.kind in ('device', 'mailbox')
  union
  select theirs.user_id from payees own join payees theirs on theirs.destination_mark = own.destination_mark
   where own.user_id = ${'userId'} and theirs.user_id = any (${'otherIds'})
     and own.confirmed_at is not null and theirs.confirmed_at is not null
  union
  select theirs.user_id from cluster_members own
    join cluster_members theirs on theirs.cluster_id = own.cluster_id and theirs.user_id = any (${'otherIds'})
    join clusters cluster on cluster.id = own.cluster_id and coalesce(cluster.decision, '') <> 'dismissed'
   where own.user_id = ${'userId'}`;

/** Which of these accounts share a device, mailbox, payee or undismissed cluster with this one. */
export const linkedUsers = statement({
  takes: { userId: uuid, otherIds: uuidList },
  gives: { userId: uuid },
})`select user_id as "userId" from (${linkedWith}) as linked`;

export const storeAdminMarks = statement({
  takes: { userId: uuid, kinds: textList, marks: textList, now: timestamp },
  gives: {},
})`insert into admin_marks (user_id, kind, mark, last_at)
   select ${'userId'}, given.kind, given.mark, ${'now'}::timestamptz
   from unnest(${'kinds'}::text[], ${'marks'}::text[]) as given (kind, mark) order by given.kind, given.mark
   on conflict on constraint admin_marks__user_mark do update set last_at = greatest(admin_marks.last_at, excluded.last_at)`;

export const forgetAdminMarks = statement({ takes: { before: timestamp }, gives: {} })`
  delete from admin_marks where last_at < ${'before'}`;

/** The same for an admin, without test and sample accounts, and with the marks of the admin's own acts. */
export const linkedCounted = statement({
  takes: { userId: uuid, otherIds: uuidList },
  gives: { userId: uuid },
})`select linked.user_id as "userId" from (${linkedWith}
     union
     select theirs.user_id from admin_marks own
       join evidence theirs on theirs.kind = own.kind and theirs.mark = own.mark and theirs.user_id = any (${'otherIds'})
      where own.user_id = ${'userId'}) as linked
   join users person on person.id = linked.user_id and has_bounds(person)`;

const typing = {
  sentLetters: integer,
  typedLetters: integer,
  pastedLetters: integer,
  textMilliseconds: integer,
};

export const insertTyping = statement({
  takes: { reviewId: uuid, listenerId: uuid, ...typing, now: timestamp },
  gives: {},
})`insert into review_typing (review_id, listener_id, sent_at, sent_letters, typed_letters, pasted_letters, text_ms)
   values (${'reviewId'}, ${'listenerId'}, ${'now'}, ${'sentLetters'}, ${'typedLetters'}, ${'pastedLetters'},
     ${'textMilliseconds'})`;

/** A new text replaces the counts. */
export const dropTyping = statement({ takes: { reviewId: uuid }, gives: {} })`
  delete from review_typing where review_id = ${'reviewId'}`;

/** The counts of the listener's reviews up to this one, newest first; reviews without counts are left out. */
export const lastTypings = statement({
  takes: { reviewId: uuid, listenerId: uuid, sentAt: timestamp, most: integer },
  gives: { isThis: boolean, ...typing },
})`select review_id = ${'reviewId'} as "isThis", sent_letters as "sentLetters", typed_letters as "typedLetters",
     pasted_letters as "pastedLetters", text_ms as "textMilliseconds"
   from review_typing
   where listener_id = ${'listenerId'} and (sent_at, review_id) <= (${'sentAt'}, ${'reviewId'})
   order by sent_at desc, review_id desc limit ${'most'}::integer`;

export const forgetTyping = statement({ takes: { before: timestamp }, gives: {} })`
  delete from review_typing where sent_at < ${'before'}`;
