import type { ReportedThing } from '#contract/operation/reports/reports.ts';
import { reportedKinds, takedownReasonCodes } from '#contract/report-reasons.ts';
import {
  boolean,
  integer,
  json,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
  uuidList,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

const listedReport = {
  id: uuid,
  kind: oneOf(...reportedKinds),
  thingId: uuid,
  shown: text,
  shownThen: nullable(text),
  trackId: uuid,
  trackTitle: text,
  coverKey: nullable(text),
  artistId: uuid,
  ownerId: uuid,
  ownerName: text,
  state: oneOf('there', 'taken_down', 'gone'),
  takedownsOfOwner: integer,
  reports: json<ReportedThing['reports']>(),
  reportCount: integer,
  reportIds: json<string[]>(),
  reportedAt: timestamp,
  outcome: nullable(oneOf('dismissed', 'taken_down', 'gone')),
  decidedAt: nullable(timestamp),
  decidedBy: nullable(text),
  isTest: boolean,
};

/** The reports that are open together with report `first`, or were decided together with it. */
const withFirst = fragment`said.thing_id = first.thing_id and said.decided_at is not distinct from first.decided_at`;

/** The list entry of report `first`: its item and the earliest of its reports. */
const selectReports = fragment`select first.id, first.kind, first.thing_id as "thingId",
     coalesce(thing.shown, first.shown) as shown,
     case when thing.shown is distinct from first.shown and thing.shown is not null then first.shown end as "shownThen",
     first.track_id as "trackId", track.title as "trackTitle",
     case when first.kind = 'track' and track.status = 'active' then track.cover_key end as "coverKey", track.artist_id as "artistId",
     first.owner_id as "ownerId", owner.display_name as "ownerName",
     case thing.state when 'active' then 'there' when 'taken_down' then 'taken_down' else 'gone' end as state,
     (select count(*)::integer from takedowns down where down.owner_id = first.owner_id
       and down.restored_as is distinct from 'mistake') as "takedownsOfOwner",
     (select jsonb_agg(jsonb_build_object('id', said.id, 'reason', said.reason, 'statement', said.statement,
         'reportedAt', to_char(said.reported_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
         'reporterId', said.reporter_id, 'reporterName', coalesce(reporter.display_name, said.name), 'email', said.email,
         'dismissed', earlier.dismissed, 'agreed', earlier.agreed) order by said.reported_at, said.id)
       from (select * from reports said where ${withFirst} order by said.reported_at, said.id limit 50) as said
       left join profiles reporter on reporter.user_id = said.reporter_id
       cross join lateral (
         select (count(*) filter (where other.outcome = 'dismissed'))::integer as dismissed,
                (count(*) filter (where other.outcome = 'taken_down'))::integer as agreed
           from reports other where other.reporter_id = said.reporter_id and other.id <> said.id) as earlier) as reports,
     every.reports as "reportCount",
     (select jsonb_agg(said.id order by said.reported_at, said.id)
       from (select said.id, said.reported_at from reports said where ${withFirst}
              order by said.reported_at, said.id limit ${'atOnce'}::integer) as said) as "reportIds",
     first.reported_at as "reportedAt", first.outcome, first.decided_at as "decidedAt", decider.display_name as "decidedBy",
     not has_bounds(person) as "isTest"
   from reports first
   cross join lateral (select count(*)::integer as reports
     from reports said where ${withFirst}) as every
   join artist_tracks track on track.id = first.track_id
   join profiles owner on owner.user_id = first.owner_id
   join users person on person.id = first.owner_id
   left join reported_things thing on thing.kind = first.kind and thing.thing_id = first.thing_id
   left join profiles decider on decider.user_id = first.decided_by`;

const reportPlace = { createdAt: timestamp, id: uuid, most: integer, atOnce: integer };

/** Items with undecided reports, oldest report first. */
export const openReports = statement({ takes: reportPlace, gives: listedReport })`${selectReports}
   where first.decided_at is null and (first.reported_at, first.id) > (${'createdAt'}, ${'id'})
     and not exists (select from reports other where other.thing_id = first.thing_id and other.decided_at is null
       and (other.reported_at, other.id) < (first.reported_at, first.id))
   order by first.reported_at, first.id limit ${'most'}::integer`;

/** Items with decided reports, newest decision first. */
export const decidedReports = statement({ takes: reportPlace, gives: listedReport })`${selectReports}
   where first.decided_at is not null and (first.decided_at, first.id) < (${'createdAt'}, ${'id'})
     and not exists (select from reports other where other.thing_id = first.thing_id
       and other.decided_at = first.decided_at and other.id < first.id)
   order by first.decided_at desc, first.id desc limit ${'most'}::integer`;

const listedTakedown = {
  id: uuid,
  kind: oneOf(...reportedKinds),
  shown: text,
  trackTitle: text,
  artistId: uuid,
  ownerId: uuid,
  ownerName: text,
  reporterIds: uuidList,
  reason: oneOf(...takedownReasonCodes),
  sentence: text,
  takenAt: timestamp,
  takenBy: text,
  answer: nullable(text),
  answeredAt: nullable(timestamp),
  upheldSentence: nullable(text),
  upheldBy: nullable(text),
  restoredAt: nullable(timestamp),
  restoredBy: nullable(text),
  restoredAs: nullable(oneOf('mistake', 'cleared')),
  restoredSentence: nullable(text),
  isTest: boolean,
};
const selectTakedowns = fragment`select down.id, down.kind, down.shown, track.title as "trackTitle", track.artist_id as "artistId",
     down.owner_id as "ownerId", owner.display_name as "ownerName", down.reason, down.sentence, down.taken_at as "takenAt",
     array(select reporter_id from reports where thing_id = down.thing_id and reporter_id is not null) as "reporterIds",
     taker.display_name as "takenBy", down.answer, down.answered_at as "answeredAt",
     down.upheld_sentence as "upheldSentence", upholder.display_name as "upheldBy", down.restored_at as "restoredAt",
     restorer.display_name as "restoredBy", down.restored_as as "restoredAs", down.restored_sentence as "restoredSentence",
     not has_bounds(person) as "isTest"
   from takedowns down
   join artist_tracks track on track.id = down.track_id
   join profiles owner on owner.user_id = down.owner_id
   join users person on person.id = down.owner_id
   join profiles taker on taker.user_id = down.taken_by
   left join profiles upholder on upholder.user_id = down.upheld_by
   left join profiles restorer on restorer.user_id = down.restored_by`;

const takedownPlace = { createdAt: timestamp, id: uuid, most: integer };

/** Takedown answers without a decision, oldest first. */
export const answeredTakedowns = statement({ takes: takedownPlace, gives: listedTakedown })`${selectTakedowns}
   where down.answered_at is not null and down.upheld_at is null and down.restored_at is null
     and (down.answered_at, down.id) > (${'createdAt'}, ${'id'})
   order by down.answered_at, down.id limit ${'most'}::integer`;

export const standingTakedowns = statement({ takes: takedownPlace, gives: listedTakedown })`${selectTakedowns}
   where down.restored_at is null and (down.taken_at, down.id) < (${'createdAt'}, ${'id'})
   order by down.taken_at desc, down.id desc limit ${'most'}::integer`;

export const restoredTakedowns = statement({ takes: takedownPlace, gives: listedTakedown })`${selectTakedowns}
   where down.restored_at is not null and (down.restored_at, down.id) < (${'createdAt'}, ${'id'})
   order by down.restored_at desc, down.id desc limit ${'most'}::integer`;
