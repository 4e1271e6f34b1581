import {
  bigint,
  boolean,
  integer,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

const side = oneOf('a', 'b');

/**
 * Locks the listener's clock until the transaction ends. Play events are many and small, so this transaction commits
 * without waiting for the disk; ledger transactions never do that.
 */
export const lockClock = statement({
  takes: { listenerId: uuid },
  gives: {
    sessionId: uuid,
    leaseId: uuid,
    playing: boolean,
    side: nullable(side),
    positionMs: bigint,
    beatAt: timestamp,
    startedAt: timestamp,
    writtenAt: timestamp,
    creditedMs: bigint,
    relaxed: text,
  },
})`select session_id as "sessionId", lease_id as "leaseId", playing, side, position_ms as "positionMs",
     beat_at as "beatAt", started_at as "startedAt", written_at as "writtenAt", credited_ms as "creditedMs",
     set_config('synchronous_commit', 'off', true) as relaxed
   from listening_clocks where listener_id = ${'listenerId'} for update`;

export const setClock = statement({
  takes: {
    listenerId: uuid,
    sessionId: uuid,
    leaseId: uuid,
    startedAt: timestamp,
    playing: boolean,
    side: nullable(side),
    positionMs: bigint,
    now: timestamp,
    writtenAt: timestamp,
    creditedMs: bigint,
  },
  gives: {},
})`insert into listening_clocks
     (listener_id, session_id, lease_id, started_at, playing, side, position_ms, beat_at,
     written_at, credited_ms)
   values (${'listenerId'}, ${'sessionId'}, ${'leaseId'}, ${'startedAt'}, ${'playing'}, ${'side'}, ${'positionMs'},
     ${'now'},
     ${'writtenAt'}, ${'creditedMs'})
   on conflict (listener_id) do update set session_id = excluded.session_id,
     lease_id = excluded.lease_id,
     started_at = excluded.started_at, playing = excluded.playing, side = excluded.side, position_ms = excluded.position_ms,
     beat_at = excluded.beat_at, written_at = excluded.written_at, credited_ms = excluded.credited_ms`;

export const stopClock = statement({
  takes: { listenerId: uuid },
  gives: {},
})`update listening_clocks set playing = false where listener_id = ${'listenerId'}`;

export const upsertPlayEvent = statement({
  takes: {
    trackId: uuid,
    listenerId: uuid,
    sessionId: uuid,
    startedAt: timestamp,
    lastPosition: integer,
    secondsPlayed: integer,
    playDuration: integer,
    completed: boolean,
  },
  gives: {},
})`insert into play_events
     (track_id, listener_id, session_id, started_at, last_position, seconds_played, play_duration,
     completed_60s, created_at)
   values (${'trackId'}, ${'listenerId'}, ${'sessionId'}, ${'startedAt'}, ${'lastPosition'}, ${'secondsPlayed'},
     ${'playDuration'}, ${'completed'}, ${'startedAt'})
   on conflict (track_id, listener_id, session_id,
     started_at) do update set last_position = excluded.last_position,
     seconds_played = excluded.seconds_played, play_duration = excluded.play_duration,
     completed_60s = excluded.completed_60s`;

/** Marks the running session of a track as skipped; a skip before any playback leaves a row of its own. */
export const skipSession = statement({
  takes: { trackId: uuid, listenerId: uuid, sessionId: uuid, startedAt: timestamp, lastPosition: integer },
  gives: {},
})`insert into play_events (track_id, listener_id, session_id, started_at, last_position, skipped, created_at)
   values (${'trackId'}, ${'listenerId'}, ${'sessionId'}, ${'startedAt'}, ${'lastPosition'}, true, ${'startedAt'})
   on conflict (track_id, listener_id, session_id, started_at)
     do update set skipped = true, completed_60s = false, last_position = excluded.last_position`;

export const countPlay = statement({
  takes: { trackId: uuid, change: integer },
  gives: {},
})`update artist_tracks set play_count = greatest(0, play_count + ${'change'}) where id = ${'trackId'}`;

/** Adds this listener's plays of a blind track to the public count, once they have reviewed it. */
export const countBlindPlays = statement({
  takes: { trackId: uuid, listenerId: uuid },
  gives: {},
})`update artist_tracks set play_count = play_count + blind.plays
   from (select count(*)::integer as plays from leases
     where listener_id = ${'listenerId'} and track_id = ${'trackId'} and is_blind and played
       and outcome is distinct from 'skipped') blind
   where id = ${'trackId'} and blind.plays > 0`;

export const preparePartitions = statement({
  takes: {},
  gives: {},
})`select from prepare_play_event_partitions()`;
