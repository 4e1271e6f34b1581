import { boolean, nullable, oneOf, timestamp, uuid, uuidList } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

const why = oneOf('deleted', 'suspended', 'taken_down');

/**
 * Locks the tracks' open leases, always in the same order, so that proofs in progress are committed before they
 * are read.
 */
export const lockServed = statement({ takes: { trackIds: uuidList }, gives: { id: uuid } })`
   select id from leases where track_id = any (${'trackIds'}::uuid[]) and closed_at is null
    order by id for no key update`;

/** Leases of these tracks with a proven minute. */
export const provenServed = statement({
  takes: { trackIds: uuidList },
  gives: {
    id: uuid,
    trackId: uuid,
    assignmentId: nullable(uuid),
    needsPlace: boolean,
    isReturning: boolean,
    isLoose: boolean,
  },
})`select id, track_id as "trackId", assignment_id as "assignmentId", needs_place as "needsPlace",
     is_returning as "isReturning", is_loose as "isLoose"
   from leases where track_id = any (${'trackIds'}::uuid[]) and closed_at is null and not is_coming
     and unlocked_at is not null and ended_for is null
   order by id`;

export const endProven = statement({ takes: { id: uuid, why, until: timestamp }, gives: {} })`
   update leases set ended_for = ${'why'}, sendable_until = ${'until'}, leased_until = ${'until'}
    where id = ${'id'}`;

export const withdrawServed = statement({ takes: { trackIds: uuidList, why, now: timestamp }, gives: {} })`
   update leases set closed_at = ${'now'}, outcome = 'withdrawn', ended_for = ${'why'}
    where track_id = any (${'trackIds'}::uuid[]) and closed_at is null and ended_for is null`;

export const activeTracksOf = statement({ takes: { artistId: uuid }, gives: { id: uuid } })`
   select id from artist_tracks where artist_id = ${'artistId'} and status = 'active' order by id`;
