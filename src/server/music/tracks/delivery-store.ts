import {
  bigint,
  boolean,
  integerList,
  nullable,
  text,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

/**
 * Locks the lease until the transaction ends, so that parallel streams share one allowance. Delivery is not money,
 * so this transaction commits without waiting for the disk.
 */
export const lockOpenLease = statement({
  takes: { leaseId: uuid },
  gives: { relaxed: text },
})`select set_config('synchronous_commit', 'off', true) as relaxed
   from leases where id = ${'leaseId'} and closed_at is null for no key update`;

const delivered = {
  listenerId: uuid,
  trackId: uuid,
  isComing: boolean,
  reportedMs: bigint,
  beatAt: nullable(timestamp),
  isPlaying: nullable(boolean),
  delivered: integerList,
  openedAt: nullable(timestamp),
};

/**
 * What was sent of a track that is being served or preloaded, and the state of its player. A separate statement after
 * the lock, because the same statement would see the ranges from before the wait.
 */
export const readDelivered = statement({
  takes: { leaseId: uuid },
  gives: delivered,
})`select a.listener_id as "listenerId", a.track_id as "trackId", a.is_coming as "isComing",
     a.reported_ms as "reportedMs", c.beat_at as "beatAt", c.playing as "isPlaying", d.opened_at as "openedAt",
     array(select unnest(array[lower(stretch), upper(stretch)]) from unnest(d.delivered) as stretch) as delivered
   from leases a
   left join delivered_audio d on d.listener_id = a.listener_id and d.track_id = a.track_id
   left join listening_clocks c on c.listener_id = a.listener_id and c.lease_id = a.id
   where a.id = ${'leaseId'} and a.closed_at is null and a.ended_for is null`;

/** The same for the former version, in a comparison. */
export const readFormerDelivered = statement({ takes: { leaseId: uuid }, gives: delivered })`
   select a.listener_id as "listenerId", a.track_id as "trackId", a.is_coming as "isComing",
     a.reported_ms as "reportedMs", c.beat_at as "beatAt", c.playing as "isPlaying", null::timestamptz as "openedAt",
     array(select unnest(array[lower(stretch), upper(stretch)]) from unnest(v.former_delivered) as stretch) as delivered
   from leases a
   join version_comparisons v on v.listener_id = a.listener_id and v.track_id = a.track_id
   join artist_tracks new_one on new_one.id = v.track_id
   join artist_tracks former on former.id = new_one.predecessor_id and former.status = 'active'
   left join listening_clocks c on c.listener_id = a.listener_id and c.lease_id = a.id
   where a.id = ${'leaseId'} and a.closed_at is null and a.ended_for is null`;

export const keepFormerDelivered = statement({
  takes: { listenerId: uuid, trackId: uuid, delivered: text },
  gives: {},
})`update version_comparisons set former_delivered = ${'delivered'}::text::int4multirange
   where track_id = ${'trackId'} and listener_id = ${'listenerId'}`;

/** `delivered` is in PostgreSQL's multirange syntax. */
export const keepDelivered = statement({
  takes: { listenerId: uuid, trackId: uuid, delivered: text, openedAt: nullable(timestamp) },
  gives: {},
})`insert into delivered_audio (listener_id, track_id, delivered, opened_at)
   values (${'listenerId'}, ${'trackId'}, ${'delivered'}::text::int4multirange, ${'openedAt'})
   on conflict (listener_id, track_id) do update set delivered = excluded.delivered, opened_at = excluded.opened_at`;

export const keepBytesSent = statement({ takes: { leaseId: uuid, bytes: bigint }, gives: {} })`
    update leases set bytes_sent = ${'bytes'} where id = ${'leaseId'}`;
