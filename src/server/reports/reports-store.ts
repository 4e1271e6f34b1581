import { reportedKinds, takedownReasonCodes } from '#contract/report-reasons.ts';
import { boolean, nullable, oneOf, text, timestamp, uuid, uuidList } from '../adapters/database/columns.ts';
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

/** These reports, locked in one order for all; decided or not. */
export const lockReports = statement({
  takes: { reportIds: uuidList },
  gives: {
    id: uuid,
    thingId: uuid,
    ownerId: uuid,
    artistId: uuid,
    reporterId: nullable(uuid),
    outcome: nullable(text),
  },
})`select report.id, report.thing_id as "thingId", report.owner_id as "ownerId", track.artist_id as "artistId",
     report.reporter_id as "reporterId", report.outcome
   from reports report join artist_tracks track on track.id = report.track_id
   where report.id = any (${'reportIds'}::uuid[]) order by report.id for no key update of report`;

/**
 * Closes open reports. Those of a thing that its owner took away before anybody looked are not dismissed: their senders lose nothing.
 */
export const dismiss = statement({
  takes: { reportIds: uuidList, decidedBy: uuid, now: timestamp },
  gives: {},
})`
   update reports set outcome = case when exists (select from reported_things thing where thing.kind = reports.kind
       and thing.thing_id = reports.thing_id and thing.state = 'active') then 'dismissed' else 'gone' end, decided_by = ${'decidedBy'}, decided_at = ${'now'}
   where id = any (${'reportIds'}::uuid[]) and decided_at is null`;

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
