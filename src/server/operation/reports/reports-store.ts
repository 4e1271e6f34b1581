import { reportedKinds, takedownReasonCodes } from '#contract/report-reasons.ts';
import {
  boolean,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
  uuidList,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

const kind = oneOf(...reportedKinds);
const thing = {
  kind,
  thingId: uuid,
  trackId: uuid,
  artistId: uuid,
  /** The owner. */
  ownerId: uuid,
  /** The title of a track, or the full text. */
  shown: text,
  state: oneOf('active', 'deleted', 'taken_down'),
};
const selectThing = fragment`select thing.kind, thing.thing_id as "thingId", thing.track_id as "trackId",
     thing.artist_id as "artistId", thing.owner_id as "ownerId", thing.shown, thing.state
   from reported_things thing where thing.kind = ${'kind'} and thing.thing_id = ${'thingId'}`;

/** Any item, including one that is taken down or deleted. */
export const anyThing = statement({ takes: { kind, thingId: uuid }, gives: thing })`${selectThing}`;

/** An item that this user can see: a public or served track, a review of their own track, or a question that they were asked. */
export const thingSeenBy = statement({ takes: { kind, thingId: uuid, userId: uuid }, gives: thing })`
   ${selectThing} and thing.state = 'active' and case thing.kind
     when 'review' then thing.artist_id = ${'userId'}
     when 'track' then thing.owner_id = ${'userId'}
       or exists (select from public_tracks shown where shown.id = thing.track_id)
       or exists (select from leases a where a.track_id = thing.track_id and a.listener_id = ${'userId'}
         and not a.is_coming)
     else thing.owner_id = ${'userId'} or exists (select from leases a where a.track_id = thing.track_id
       and a.listener_id = ${'userId'} and not a.is_coming) end`;

/** A public track, as everyone sees it. */
export const thingSeenByAll = statement({ takes: { kind, thingId: uuid }, gives: thing })`
   ${selectThing} and thing.state = 'active'
     and exists (select from public_tracks shown where shown.id = thing.track_id)`;

/** Returns no row if this account, or this signed-out address, has already reported the item. */
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

/** Stores a repeated report, only for the data export of its sender. */
export const storeRepeatedReport = statement({
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

/** Whether this listener has an unreviewed track that was served blind. */
export const hearsBlind = statement({
  takes: { listenerId: uuid },
  gives: { hearsBlind: boolean },
})`select exists (select from leases a
     where a.listener_id = ${'listenerId'} and a.is_blind and not a.is_coming
       and not exists (select from reviews r where r.track_id = a.track_id and r.listener_id = a.listener_id)
   ) as "hearsBlind"`;

/** Locks the reporting account, so that its concurrent reports are counted one after the other. */
export const lockReporter = statement({
  takes: { reporterId: uuid },
  gives: { id: uuid },
})`
   select id from users where id = ${'reporterId'} for no key update`;

/** When this account's reports were dismissed, oldest first. */
export const dismissalsOf = statement({
  takes: { reporterId: uuid },
  gives: { decidedAt: timestamp },
})`select decided_at as "decidedAt" from reports where reporter_id = ${'reporterId'} and outcome = 'dismissed'
   order by decided_at`;

/** Locks those of these reports of an item that are open, always in the same order. */
export const lockOpenReports = statement({
  takes: { thingId: uuid, reportIds: uuidList },
  gives: { id: uuid, ownerId: uuid, artistId: uuid, reporterId: nullable(uuid) },
})`select report.id, report.owner_id as "ownerId", track.artist_id as "artistId", report.reporter_id as "reporterId"
   from reports report join artist_tracks track on track.id = report.track_id
   where report.thing_id = ${'thingId'} and report.id = any(${'reportIds'}) and report.decided_at is null
   order by report.id for no key update of report`;

/** The outcome of the latest decision about the reports of an item. */
export const latestOutcome = statement({ takes: { thingId: uuid }, gives: { outcome: nullable(text) } })`
   select outcome from reports where thing_id = ${'thingId'} and decided_at is not null
    order by decided_at desc limit 1`;

/**
 * Closes the locked reports. If the owner deleted the item first, they are closed but not dismissed, so they do not count against
 * their senders.
 */
export const dismiss = statement({
  takes: { ids: uuidList, decidedBy: uuid, now: timestamp },
  gives: {},
})`
   update reports set outcome = case when exists (select from reported_things thing where thing.kind = reports.kind
       and thing.thing_id = reports.thing_id and thing.state = 'active') then 'dismissed' else 'gone' end, decided_by = ${'decidedBy'}, decided_at = ${'now'}
   where id = any(${'ids'})`;

/** All accounts that have reported the item. */
export const reportersOf = statement({ takes: { thingId: uuid }, gives: { reporterId: nullable(uuid) } })`
   select reporter_id as "reporterId" from reports where thing_id = ${'thingId'} order by id`;

/** Upholds every report of an item that was taken down. */
export const agreeWithReports = statement({
  takes: { thingId: uuid, decidedBy: uuid, now: timestamp },
  gives: {},
})`
   update reports set outcome = 'taken_down', decided_by = ${'decidedBy'}, decided_at = ${'now'}
   where thing_id = ${'thingId'} and decided_at is null`;
