import { reportedKinds, takedownReasonCodes } from '#contract/report-reasons.ts';
import { boolean, nullable, oneOf, text, timestamp, uuid } from '../adapters/database/columns.ts';
import { statement } from '../adapters/database/statement.ts';

const kind = oneOf(...reportedKinds);

/** No row where this account, or this address without an account, has reported the thing before. */
export const insertReport = statement({
  takes: {
    kind,
    thingId: uuid,
    trackId: uuid,
    ownerId: uuid,
    shown: text,
    reporterId: nullable(uuid),
    reason: oneOf(...takedownReasonCodes),
    statement: nullable(text),
    name: nullable(text),
    email: nullable(text),
    now: timestamp,
  },
  gives: { id: uuid },
})`insert into reports (kind, thing_id, track_id, owner_id, shown, reporter_id, reason, statement, name, email, reported_at)
   values (${'kind'}, ${'thingId'}, ${'trackId'}, ${'ownerId'}, ${'shown'}, ${'reporterId'}, ${'reason'}, ${'statement'},
     ${'name'}, ${'email'}, ${'now'})
   on conflict do nothing returning id`;

/** Keeps what an account says of a thing once more, for its own export alone. */
export const keepRepeated = statement({
  takes: {
    thingId: uuid,
    reporterId: uuid,
    reason: oneOf(...takedownReasonCodes),
    statement: nullable(text),
    now: timestamp,
  },
  gives: {},
})`insert into repeated_reports (report_id, reason, statement, reported_at)
   select id, ${'reason'}, ${'statement'}, ${'now'} from reports
    where reporter_id = ${'reporterId'} and thing_id = ${'thingId'}`;

/** Whether this listener was served a track blind that they have not reviewed. */
export const hearsBlind = statement({
  takes: { listenerId: uuid },
  gives: { hearsBlind: boolean },
})`select exists (select from assignments a
     where a.listener_id = ${'listenerId'} and a.is_blind and not a.is_coming
       and not exists (select from reviews r where r.track_id = a.track_id and r.listener_id = a.listener_id)
   ) as "hearsBlind"`;

/** Of reports that an account sends at once each knows of those before it. */
export const lockReporter = statement({
  takes: { reporterId: uuid },
  gives: { id: uuid },
  changesNothing: true,
})`
   select id from users where id = ${'reporterId'} for no key update`;

/** When this account's reports were dismissed, the first dismissal first. */
export const dismissalsOf = statement({
  takes: { reporterId: uuid },
  gives: { decidedAt: timestamp },
})`select decided_at as "decidedAt" from reports where reporter_id = ${'reporterId'} and outcome = 'dismissed'
   order by decided_at`;

/** The open reports of a thing that were sent until then, locked in one order for all. */
export const lockOpenReports = statement({
  takes: { thingId: uuid, until: timestamp },
  gives: { ownerId: uuid, artistId: uuid, reporterId: nullable(uuid) },
})`select report.owner_id as "ownerId", track.artist_id as "artistId", report.reporter_id as "reporterId"
   from reports report join artist_tracks track on track.id = report.track_id
   where report.thing_id = ${'thingId'} and report.reported_at <= ${'until'} and report.decided_at is null
   order by report.id for no key update of report`;

/** How the latest decision about reports of a thing ended. */
export const latestOutcome = statement({ takes: { thingId: uuid }, gives: { outcome: nullable(text) } })`
   select outcome from reports where thing_id = ${'thingId'} and decided_at is not null
    order by decided_at desc limit 1`;

/**
 * Closes open reports. Those of a thing that its owner took away before anybody looked are not dismissed: their senders lose nothing.
 */
export const dismiss = statement({
  takes: { thingId: uuid, until: timestamp, decidedBy: uuid, now: timestamp },
  gives: {},
})`
   update reports set outcome = case when exists (select from reported_things thing where thing.kind = reports.kind
       and thing.thing_id = reports.thing_id and thing.state = 'active') then 'dismissed' else 'gone' end, decided_by = ${'decidedBy'}, decided_at = ${'now'}
   where thing_id = ${'thingId'} and reported_at <= ${'until'} and decided_at is null`;

/** Who has ever reported the thing. */
export const reportersOf = statement({ takes: { thingId: uuid }, gives: { reporterId: nullable(uuid) } })`
   select reporter_id as "reporterId" from reports where thing_id = ${'thingId'} order by id`;

/** A takedown agrees with every report of the thing. */
export const agreeWithReports = statement({
  takes: { thingId: uuid, decidedBy: uuid, now: timestamp },
  gives: {},
})`
   update reports set outcome = 'taken_down', decided_by = ${'decidedBy'}, decided_at = ${'now'}
   where thing_id = ${'thingId'} and decided_at is null`;
