import type { AskedQuestion } from '#contract/music/questions/questions.ts';
import type { Moment } from '#contract/music/tracks/tracks.ts';
import {
  bigint,
  boolean,
  bytes,
  cents,
  integerList,
  json,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';
import { stayColumns, stayJoin, stayList } from './stay-store.ts';

/** The id under which a listener knows the track of lease `a`: for a blind track it does not reveal the track. */
const servedId = fragment`case when a.is_blind then a.id else a.track_id end`;

const endedFor = oneOf('deleted', 'suspended', 'taken_down');

/** Locks the listener's open lease, with the current state of its track. */
export const openLease = statement({
  takes: { listenerId: uuid },
  gives: {
    id: uuid,
    trackId: uuid,
    servedId: uuid,
    leasedUntil: timestamp,
    listenedMs: bigint,
    bytesSent: bigint,
    reportedMs: bigint,
    unlockedAt: nullable(timestamp),
    isBlind: boolean,
    played: boolean,
    sought: boolean,
    trackStatus: text,
    artistId: uuid,
    byteLength: bigint,
    durationMs: bigint,
    isUnpaid: boolean,
    isWished: boolean,
    isReturning: boolean,
    assignmentId: nullable(uuid),
    needsPlace: boolean,
    isLoose: boolean,
    endedFor: nullable(endedFor),
    sendableUntil: nullable(timestamp),
    ...stayColumns,
  },
})`select a.id, a.track_id as "trackId", ${servedId} as "servedId", a.leased_until as "leasedUntil",
     a.listened_ms as "listenedMs", a.bytes_sent as "bytesSent",
     a.reported_ms as "reportedMs", a.unlocked_at as "unlockedAt", a.is_blind as "isBlind", a.played, a.sought, t.status as "trackStatus", t.artist_id as "artistId",
     f.byte_length as "byteLength", f.duration_ms as "durationMs", a.is_wished as "isWished",
     a.is_returning as "isReturning", a.is_unpaid as "isUnpaid", a.assignment_id as "assignmentId", a.needs_place as "needsPlace",
     a.is_loose as "isLoose", a.ended_for as "endedFor", a.sendable_until as "sendableUntil",
     ${stayList}
   from leases a
   join artist_tracks t on t.id = a.track_id
   join audio_files f on f.id = t.audio_file_id
   ${stayJoin}
   where a.listener_id = ${'listenerId'} and a.closed_at is null and not a.is_coming
   for no key update of a`;

/** How a track served to this listener ended: deleted, or no longer served. */
export const readServedEnd = statement({
  takes: { listenerId: uuid, servedId: uuid },
  gives: { isDeleted: boolean, endedFor: nullable(endedFor), sendableUntil: nullable(timestamp) },
})`select t.status = 'deleted' as "isDeleted",
     coalesce(a.ended_for, case when t.status = 'taken_down' then 'taken_down' end) as "endedFor",
     case when a.closed_at is null then a.sendable_until end as "sendableUntil"
   from leases a join artist_tracks t on t.id = a.track_id
   where a.listener_id = ${'listenerId'} and (a.track_id = ${'servedId'} or a.id = ${'servedId'})
     and ${servedId} = ${'servedId'} and not a.is_coming
   order by a.closed_at desc nulls first limit 1`;

export const closeLease = statement({
  takes: { id: uuid, outcome: text, now: timestamp },
  gives: {},
})`update leases set closed_at = ${'now'},
     outcome = ${'outcome'} where id = ${'id'} and closed_at is null`;

export const renewLease = statement({
  takes: { id: uuid, leasedUntil: timestamp },
  gives: {},
})`update leases set leased_until = greatest(leased_until, ${'leasedUntil'}) where id = ${'id'} and closed_at is null`;

/**
 * Serves a track, for the first time or again, at today's rate. What was heard in an earlier lease still counts,
 * but listening to a former version in a comparison only counts while both are compared.
 */
export const leaseTrack = statement({
  takes: {
    listenerId: uuid,
    trackId: uuid,
    now: timestamp,
    leasedUntil: timestamp,
    isComing: boolean,
    isWished: boolean,
    isReturning: boolean,
    needsPlace: boolean,
    isLoose: boolean,
  },
  gives: {},
})`insert into leases (listener_id, track_id, served_at, leased_until, is_coming, is_wished, is_blind, is_returning,
     needs_place, assignment_id, is_loose, listened_ms, bytes_sent, unlocked_at, sought, reported_ms)
   select ${'listenerId'}, ${'trackId'}, ${'now'}, ${'leasedUntil'}, ${'isComing'},
     ${'isWished'} or coalesce(earlier.is_wished, false),
     (select is_blind from artist_tracks where id = ${'trackId'}), ${'isReturning'},
     ${'needsPlace'}, case when ${'needsPlace'} and not ${'isLoose'} then next_place(${'trackId'}, ${'isReturning'}) end,
     ${'isLoose'},
     coalesce(earlier.own_ms, 0) + case when ${'isReturning'} then coalesce(compared.former_listened_ms, 0) else 0 end,
     coalesce(earlier.bytes_sent, 0),
     case when ${'isReturning'} or earlier.own_ms = earlier.listened_ms then earlier.unlocked_at end,
     coalesce(earlier.sought, false), coalesce(earlier.reported_ms, 0)
   from (select) as always
   left join version_comparisons compared
     on compared.track_id = ${'trackId'} and compared.listener_id = ${'listenerId'}
   left join lateral (
     select listened_ms, bytes_sent, unlocked_at, sought, reported_ms, is_wished,
       listened_ms - case when is_returning then coalesce(compared.former_listened_ms, 0) else 0 end as own_ms
       from leases
     where listener_id = ${'listenerId'} and track_id = ${'trackId'} and closed_at is not null and not is_unpaid
     order by closed_at desc limit 1
   ) as earlier on true`;

/**
 * The track behind an id of a listener. For a blind track that is the lease's id; its own id is not valid for them
 * until they have reviewed it.
 */
export const trackMeant = statement({
  takes: { listenerId: uuid, servedId: uuid },
  gives: { trackId: nullable(uuid), isHidden: boolean },
})`select coalesce(hidden.track_id, case when not named.is_blind then ${'servedId'}::uuid end) as "trackId",
     hidden.track_id is not null as "isHidden"
   from (select coalesce((
     select a.is_blind and not exists (select from reviews r
         where r.track_id = a.track_id and r.listener_id = a.listener_id)
       from leases a where a.listener_id = ${'listenerId'} and a.track_id = ${'servedId'}
      order by a.closed_at desc nulls first limit 1), false) as is_blind) as named
   left join leases hidden
     on hidden.id = ${'servedId'} and hidden.listener_id = ${'listenerId'} and hidden.is_blind`;

/** Whether a track reserved ahead for this listener may be served now. */
export const mayBeServed = statement({
  takes: { listenerId: uuid, trackId: uuid },
  gives: { served: boolean },
})`select exists (
     select from artist_tracks t join users u on u.id = t.artist_id
     where t.id = ${'trackId'} and t.status = 'active' and t.held_until is null and t.artist_id <> ${'listenerId'}
       and u.suspended_at is null
       and not exists (select from reviews r where r.track_id = t.id and r.listener_id = ${'listenerId'})
   ) as served`;

export const comingLease = statement({
  takes: { listenerId: uuid },
  gives: { id: uuid, trackId: uuid, isReturning: boolean },
})`select id, track_id as "trackId", is_returning as "isReturning" from leases
   where listener_id = ${'listenerId'} and closed_at is null and is_coming for no key update`;

export const serveComing = statement({
  takes: { id: uuid, now: timestamp, leasedUntil: timestamp },
  gives: {},
})`update leases set is_coming = false, served_at = ${'now'}, leased_until = ${'leasedUntil'}
   where id = ${'id'} and closed_at is null`;

/** The listener's open lease; with isComing the one reserved ahead. */
export const servedTrack = statement({
  takes: { listenerId: uuid, isComing: boolean },
  gives: {
    servedId: uuid,
    ownId: uuid,
    isReturning: boolean,
    isBlind: boolean,
    isUnpaid: boolean,
    isLoose: boolean,
    title: text,
    genre: text,
    description: nullable(text),
    artistId: uuid,
    artistName: text,
    durationMs: bigint,
    positionMs: bigint,
    peaks: nullable(bytes),
    coverKey: nullable(text),
    listenedMs: bigint,
    heard: integerList,
    moments: json<Moment[]>(),
    questions: json<AskedQuestion[]>(),
    unlockedAt: nullable(timestamp),
    ...stayColumns,
    rewardCents: cents,
    endedFor: nullable(endedFor),
    sendableUntil: nullable(timestamp),
  },
})`select ${servedId} as "servedId", a.track_id as "ownId", a.is_returning as "isReturning", a.is_blind as "isBlind", a.is_unpaid as "isUnpaid", a.is_loose as "isLoose", t.title, t.genre, t.description, t.artist_id as "artistId",
     p.display_name as "artistName", f.duration_ms as "durationMs",
     coalesce((select position_ms from listening_clocks c
       where c.listener_id = a.listener_id and c.lease_id = a.id), 0) as "positionMs",
     f.peaks, case when t.status = 'active' then t.cover_key end as "coverKey", a.listened_ms as "listenedMs", a.unlocked_at as "unlockedAt", a.reward_cents as "rewardCents",
     a.ended_for as "endedFor", a.sendable_until as "sendableUntil",
     array(select unnest(array[lower(stretch), upper(stretch)]) from heard_seconds h, unnest(h.heard) as stretch
       where not a.is_unpaid and h.track_id = a.track_id and h.listener_id = a.listener_id) as heard,
     coalesce((select jsonb_agg(jsonb_build_object('kind', kind, 'atSecond', at_second) order by at_second, kind)
       from (select kind, at_second from moments where not a.is_unpaid and track_id = a.track_id and listener_id = a.listener_id
         union all select kind, at_second from unpaid_moments where a.is_unpaid and track_id = a.track_id
           and listener_id = a.listener_id) m), '[]') as moments,
     coalesce((select jsonb_agg(jsonb_build_object('id', q.id, 'kind', q.kind, 'question', q.question,
         'choices', to_jsonb(q.choices), 'atSecond', q.at_second) order by q.place)
       from track_questions q where not a.is_unpaid and q.track_id = a.track_id and q.saved_at <= a.served_at
         and q.taken_down_at is null), '[]') as questions,
     ${stayList}
   from leases a
   join artist_tracks t on t.id = a.track_id
   join audio_files f on f.id = t.audio_file_id
   ${stayJoin}
   join profiles p on p.user_id = t.artist_id
   where a.listener_id = ${'listenerId'} and a.closed_at is null and a.is_coming = ${'isComing'}`;

export const storeListening = statement({
  takes: {
    id: uuid,
    listenedMs: bigint,
    reportedMs: bigint,
    unlockedAt: nullable(timestamp),
    leasedUntil: timestamp,
    sought: boolean,
  },
  gives: {},
})`update leases
   set listened_ms = ${'listenedMs'}, unlocked_at = ${'unlockedAt'}, leased_until = ${'leasedUntil'},
     sought = ${'sought'}, reported_ms = ${'reportedMs'}
   where id = ${'id'}`;

export const countAsPlayed = statement({
  takes: { id: uuid },
  gives: {},
})`update leases set played = true where id = ${'id'}`;
