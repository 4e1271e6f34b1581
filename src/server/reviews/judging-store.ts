import {
  bigint,
  boolean,
  double,
  integer,
  nullable,
  text,
  timestamp,
  uuid,
} from '../adapters/database/columns.ts';
import { statement } from '../adapters/database/statement.ts';
import { reviewStatus } from './review-status.ts';

/** A review with the listening behind it; without an assignment nothing is known of the audio. */
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
    bytesSent: nullable(bigint),
    byteLength: bigint,
    durationMs: bigint,
  },
})`select r.listener_id as "listenerId", r.artist_id as "artistId", r.track_id as "trackId", r.comment,
     r.listening_time as "listeningTime", r.status, r.created_at as "createdAt",
     (select a.bytes_sent from assignments a
       where a.listener_id = r.listener_id and a.track_id = r.track_id and a.outcome = 'reviewed'
       order by a.closed_at desc limit 1) as "bytesSent",
     file.byte_length as "byteLength", file.duration_ms as "durationMs"
   from reviews r join artist_tracks t on t.id = r.track_id join audio_files file on file.id = t.audio_file_id
   where r.id = ${'id'}`;

/** Seconds from the unlock to the submission of this review and of those before it, the newest first. */
export const sendingTimes = statement({
  takes: { listenerId: uuid, createdAt: timestamp, id: uuid, most: integer },
  gives: { seconds: nullable(double) },
})`select extract(epoch from r.created_at - (
     select a.unlocked_at from assignments a
      where a.listener_id = r.listener_id and a.track_id = r.track_id and a.outcome = 'reviewed'
      order by a.closed_at desc limit 1))::double precision as seconds
   from reviews r
   where r.listener_id = ${'listenerId'} and (r.created_at, r.id) <= (${'createdAt'}, ${'id'})
   order by r.created_at desc, r.id desc limit ${'most'}::integer`;

/** What the listener has reviewed before this review: since a day ago, and of this artist since 30 days ago. */
export const reviewsBefore = statement({
  takes: {
    listenerId: uuid,
    artistId: uuid,
    createdAt: timestamp,
    id: uuid,
    dayAgo: timestamp,
    since: timestamp,
  },
  gives: { ofDay: integer, ofArtist: integer },
})`select (count(*) filter (where created_at >= ${'dayAgo'}))::integer as "ofDay",
     (count(*) filter (where artist_id = ${'artistId'} and status in ('pending', 'approved')))::integer as "ofArtist"
   from reviews
   where listener_id = ${'listenerId'} and created_at >= ${'since'}
     and (created_at, id) < (${'createdAt'}, ${'id'})`;

/**
 * Who acted from the networks of this listener within a day of the review: the artist, and other reviewers of the
 * track.
 */
export const sharedNetworks = statement({
  takes: { listenerId: uuid, artistId: uuid, trackId: uuid, createdAt: timestamp },
  gives: { withArtist: boolean, withReviewers: integer },
})`with sent as (select (${'createdAt'}::timestamptz at time zone 'UTC')::date as day),
   own as (
     select distinct evidence.mark from evidence, sent
     where evidence.user_id = ${'listenerId'} and evidence.kind = 'network'
       and evidence.day between sent.day - 1 and sent.day
   ), theirs as (
     select evidence.user_id, evidence.mark from sent, evidence
     where evidence.kind = 'network' and evidence.mark in (select mark from own)
       and evidence.day between sent.day - 1 and sent.day + 1 and evidence.user_id <> ${'listenerId'}
     limit 2000
   )
   select exists (select from theirs where user_id = ${'artistId'}) as "withArtist",
     (select count(distinct other.listener_id)::integer from reviews other
       where other.track_id = ${'trackId'} and other.listener_id in (select user_id from theirs)) as "withReviewers"`;

/** Whether listener, artist and the other reviewers of the track have a device, a mailbox or a payee in common. */
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

export const setDue = statement({
  takes: { id: uuid, due: timestamp },
  gives: {},
})`update reviews set due_at = ${'due'} where id = ${'id'} and status = 'pending'`;

export const dueReviews = statement({
  takes: { now: timestamp, most: integer },
  gives: { id: uuid, listenerId: uuid },
})`select id, listener_id as "listenerId" from reviews where status = 'pending' and due_at <= ${'now'}
   order by due_at limit ${'most'}::integer`;

export const insertFinding = statement({
  takes: { reviewId: uuid, rule: text, version: integer, passed: boolean, detail: text, now: timestamp },
  gives: {},
})`insert into review_findings (review_id, rule, version, passed, detail, created_at)
   values (${'reviewId'}, ${'rule'}, ${'version'}, ${'passed'}, ${'detail'}, ${'now'}) on conflict do nothing`;
