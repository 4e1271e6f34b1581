import {
  bigint,
  boolean,
  cents,
  double,
  integer,
  integerList,
  nullable,
  oneOf,
  text,
  textList,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';
import { reviewStatus } from './review-store.ts';

const waitsFor = oneOf('person', 'rules', 'first_reviews', 'budget');

/** A review with its listening. Without a lease nothing is known about the audio. */
export const reviewToJudge = statement({
  takes: { id: uuid },
  gives: {
    listenerId: uuid,
    artistId: uuid,
    trackId: uuid,
    comment: text,
    listeningTime: integer,
    status: reviewStatus,
    createdAt: timestamp,
    /** When the text was sent, with the review or with an appeal. */
    textAt: timestamp,
    isMendedAppeal: boolean,
    isWished: boolean,
    rewardCents: cents,
    bytesSent: nullable(bigint),
    byteLength: bigint,
    durationMs: bigint,
    /** The earlier version, if both were compared in the session of the review. */
    hasChosen: boolean,
    formerBytesSent: nullable(bigint),
    formerByteLength: nullable(bigint),
    formerDurationMs: nullable(bigint),
  },
})`select r.listener_id as "listenerId", r.artist_id as "artistId", r.track_id as "trackId", r.comment,
     r.listening_time as "listeningTime", r.status, r.created_at as "createdAt", r.is_wished as "isWished",
     r.reward_cents as "rewardCents",
     case when r.first_comment is null then r.created_at else r.appealed_at end as "textAt",
     r.status = 'rejected' and r.first_comment is not null and r.appeal_outcome is null as "isMendedAppeal",
     (select a.bytes_sent from leases a
       where a.listener_id = r.listener_id and a.track_id = r.track_id and a.outcome = 'reviewed'
       order by a.closed_at desc limit 1) as "bytesSent",
     file.byte_length as "byteLength", file.duration_ms as "durationMs",
     compared.choice is not null as "hasChosen",
     case when compared.track_id is not null then (select coalesce(sum(upper(part) - lower(part)), 0)
       from unnest(compared.former_delivered) as part) end as "formerBytesSent",
     former_file.byte_length as "formerByteLength", former_file.duration_ms as "formerDurationMs"
   from reviews r join artist_tracks t on t.id = r.track_id join audio_files file on file.id = t.audio_file_id
   left join version_comparisons compared on compared.track_id = r.track_id and compared.listener_id = r.listener_id
     and exists (select from leases a where a.listener_id = r.listener_id and a.track_id = r.track_id
       and a.outcome = 'reviewed' and a.is_returning)
   left join artist_tracks former on former.id = t.predecessor_id
   left join audio_files former_file on former_file.id = former.audio_file_id
   where r.id = ${'id'}`;

/** Seconds from the unlock to the submission of this review and the earlier ones, newest first. */
export const sendingTimes = statement({
  takes: { listenerId: uuid, createdAt: timestamp, id: uuid, most: integer },
  gives: { seconds: nullable(double) },
})`select extract(epoch from r.created_at - (
     select a.unlocked_at from leases a
      where a.listener_id = r.listener_id and a.track_id = r.track_id and a.outcome = 'reviewed'
      order by a.closed_at desc limit 1))::double precision as seconds
   from reviews r
   where r.listener_id = ${'listenerId'} and (r.created_at, r.id) <= (${'createdAt'}, ${'id'})
   order by r.created_at desc, r.id desc limit ${'most'}::integer`;

/** The listener's earlier comments, newest first. */
export const earlierComments = statement({
  takes: { listenerId: uuid, createdAt: timestamp, id: uuid, most: integer },
  gives: { comment: text },
})`select comment from reviews
   where listener_id = ${'listenerId'} and (created_at, id) < (${'createdAt'}, ${'id'})
   order by created_at desc, id desc limit ${'most'}::integer`;

/** How many reviews the listener sent before this one, up to a limit. */
export const earlierReviews = statement({
  takes: { listenerId: uuid, createdAt: timestamp, id: uuid, most: integer },
  gives: { count: integer },
})`select count(*)::integer as count from (
     select from reviews
      where listener_id = ${'listenerId'} and (created_at, id) < (${'createdAt'}, ${'id'})
      limit ${'most'}::integer) as earlier`;

/**
 * Accounts that used the listener's networks within a day of the review: the artist, and other reviewers of the track on that
 * day. In a dormitory or school everyone shares the network, so only acts close in time count.
 */
export const sharedNetworks = statement({
  takes: { listenerId: uuid, artistId: uuid, trackId: uuid, createdAt: timestamp },
  gives: { withArtist: boolean, withReviewers: integer },
})`with around as (
     select ${'createdAt'}::timestamptz - interval '1 day' as starts, ${'createdAt'}::timestamptz + interval '1 day' as ends
   ), days as (
     select (starts at time zone 'UTC')::date as first, (ends at time zone 'UTC')::date as last from around
   ), own as (
     select distinct evidence.mark from evidence, around, days
     where evidence.user_id = ${'listenerId'} and evidence.kind = 'network'
       and evidence.day between days.first and days.last
       and evidence.last_at >= around.starts and evidence.first_at <= ${'createdAt'}
   ), theirs as (
     select evidence.user_id from around, days, evidence
     where evidence.kind = 'network' and evidence.mark in (select mark from own)
       and evidence.day between days.first and days.last and evidence.user_id <> ${'listenerId'}
       and evidence.last_at >= around.starts and evidence.first_at <= around.ends
     limit 2000
   )
   select exists (select from theirs where user_id = ${'artistId'}) as "withArtist",
     (select count(distinct other.listener_id)::integer from reviews other, around
       where other.track_id = ${'trackId'} and other.listener_id in (select user_id from theirs)
         and other.created_at between around.starts and around.ends) as "withReviewers"`;

/** Whether the listener shares a device, mailbox or payee with the artist or with other reviewers of the track. */
export const sharedMarks = statement({
  takes: { listenerId: uuid, artistId: uuid, trackId: uuid, since: timestamp },
  gives: { withArtist: boolean, withReviewers: integer, withReviewersAtDevice: integer },
})`with own as materialized (
     select distinct kind, mark from evidence where user_id = ${'listenerId'} and kind in ('device', 'mailbox')
   ), related as materialized (
     select distinct theirs.user_id, own.kind from own cross join lateral (
       select user_id from evidence
       where evidence.kind = own.kind and evidence.mark = own.mark and evidence.user_id <> ${'listenerId'} limit 2000
     ) as theirs
     union
     select theirs.user_id, 'payee' from payees mine
     join payees theirs on theirs.destination_mark = mine.destination_mark and theirs.user_id <> ${'listenerId'}
     where mine.user_id = ${'listenerId'} and mine.confirmed_at is not null and theirs.confirmed_at is not null
   ), reviewers as (
     select other.listener_id, bool_and(related.kind = 'device') as at_device_only
     from reviews other join related on related.user_id = other.listener_id
     where other.track_id = ${'trackId'} and other.created_at >= ${'since'} group by 1
   )
   select exists (select from related where user_id = ${'artistId'}) as "withArtist",
     (select count(*)::integer from reviewers where not at_device_only) as "withReviewers",
     (select count(*)::integer from reviewers where at_device_only) as "withReviewersAtDevice"`;

/** How the listener entered earlier reviews that the typing rule found doubtful and an admin approved. */
export const approvedTypings = statement({
  takes: { listenerId: uuid, id: uuid },
  gives: { sentLetters: integer, typedLetters: integer, pastedLetters: integer, textMilliseconds: integer },
})`select typing.sent_letters as "sentLetters", typing.typed_letters as "typedLetters",
     typing.pasted_letters as "pastedLetters", typing.text_ms as "textMilliseconds"
   from review_typing typing join reviews r on r.id = typing.review_id join review_findings f on f.review_id = r.id
   where typing.listener_id = ${'listenerId'} and r.id <> ${'id'} and r.status = 'approved' and r.decided_by is not null
     and f.rule = 'typing' and not f.passed
   order by typing.sent_at desc limit 50`;

export const setWait = statement({
  takes: { id: uuid, waitsFor, due: timestamp },
  gives: {},
})`update reviews set waits_for = ${'waitsFor'}, due_at = ${'due'} where id = ${'id'} and status = 'pending'`;

/** Postpones the automatic approval of a review, once. */
export const moveDue = statement({
  takes: { id: uuid, due: timestamp },
  gives: {},
})`update reviews set due_at = ${'due'}, due_moved = true where id = ${'id'} and status = 'pending' and not due_moved`;

/** Reviews that are due: those of Known and Trusted listeners first, then oldest first. */
export const dueReviews = statement({
  takes: { now: timestamp, most: integer },
  gives: {
    id: uuid,
    listenerId: uuid,
    createdAt: timestamp,
    waitsFor: nullable(waitsFor),
    dueMoved: boolean,
    rewardCents: cents,
  },
})`select r.id, r.listener_id as "listenerId", r.created_at as "createdAt", r.waits_for as "waitsFor",
     r.due_moved as "dueMoved", r.reward_cents as "rewardCents"
   from reviews r left join standings kept on kept.listener_id = r.listener_id
   where r.status = 'pending' and r.due_at <= ${'now'}
   order by coalesce(kept.standing, 'new') = 'new', r.created_at, r.id limit ${'most'}::integer`;

/** Locks a review if it still waits for a person and is still due. */
export const lockDue = statement({
  takes: { id: uuid, now: timestamp },
  gives: { id: uuid },
})`select id from reviews
   where id = ${'id'} and status = 'pending' and waits_for = 'person' and due_at <= ${'now'} for no key update`;

/** Whether this many doubtful reviews of New listeners wait for an admin. Test accounts do not count. */
export const manyNewWait = statement({
  takes: { most: integer },
  gives: { many: boolean },
})`select count(*) >= ${'most'}::integer as many from (
     select from reviews r join users u on u.id = r.listener_id
       left join standings kept on kept.listener_id = r.listener_id
      where r.status = 'pending' and r.waits_for = 'person' and coalesce(kept.standing, 'new') = 'new' and not u.is_test
      limit ${'most'}::integer) as waiting`;

/** Whether this many doubtful reviews of one listener wait for an admin. */
export const manyOfOneWait = statement({
  takes: { listenerId: uuid, most: integer },
  gives: { many: boolean },
})`select count(*) >= ${'most'}::integer as many from (
     select from reviews r join users u on u.id = r.listener_id
      where r.listener_id = ${'listenerId'} and r.status = 'pending' and r.waits_for = 'person' and not u.is_test
      limit ${'most'}::integer) as waiting`;

/** Queues reviews again that waited only because a New listener chose the track. */
export const releaseChosen = statement({
  takes: { listenerId: uuid, now: timestamp },
  gives: {},
})`update reviews r set waits_for = 'rules', due_at = ${'now'}
   where r.listener_id = ${'listenerId'} and r.status = 'pending' and r.waits_for = 'person'
     and not exists (select from review_findings f
       where f.review_id = r.id and not f.passed and f.rule <> 'chosen_track')`;

/** Stores a finding. A later one of the same rule replaces it. */
export const keepFindings = statement({
  takes: {
    reviewId: uuid,
    rules: textList,
    versions: integerList,
    details: textList,
    failed: textList,
    now: timestamp,
  },
  gives: {},
})`insert into review_findings (review_id, rule, version, passed, detail, created_at)
   select ${'reviewId'}, found.rule, found.version, found.rule <> all (${'failed'}::text[]), found.detail, ${'now'}
     from unnest(${'rules'}::text[], ${'versions'}::integer[], ${'details'}::text[]) as found (rule, version, detail)
   on conflict (review_id, rule) do update
     set version = excluded.version, passed = excluded.passed, detail = excluded.detail`;

/** Deletes the findings of a text that was replaced. */
export const dropFindings = statement({ takes: { reviewId: uuid }, gives: {} })`
  delete from review_findings where review_id = ${'reviewId'}`;
