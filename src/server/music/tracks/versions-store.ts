import { genreKeys } from '#contract/business-rules.ts';
import {
  boolean,
  integer,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
  uuidList,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

const formerTrack = {
  title: text,
  genre: oneOf(...genreKeys),
  status: oneOf('active', 'deleted', 'taken_down'),
  version: integer,
  openPlaces: integer,
};
const selectFormer = fragment`select title, genre, status, version,
     (select coalesce(sum(open_places(given)), 0)::integer from assignments given where given.track_id = track.id) as "openPlaces"
   from artist_tracks track where id = ${'formerId'} and artist_id = ${'artistId'}`;

export const readFormer = statement({
  takes: { formerId: uuid, artistId: uuid },
  gives: formerTrack,
})`${selectFormer}`;

export const latestVersion = statement({ takes: { trackId: uuid }, gives: { version: integer } })`
   select max(version) as version from artist_tracks where id in (select versions_of(${'trackId'}))`;

/** The same, locked: its places cannot change until the transaction ends. */
export const lockFormer = statement({
  takes: { formerId: uuid, artistId: uuid },
  gives: formerTrack,
})`${selectFormer} for no key update`;

/**
 * Reviewers of the former version who may compare it with a new one: approved, not suspended, not a test account, not
 * linked with the artist, and without a recent comparison or invitation for this artist.
 */
const returning = fragment`select review.listener_id from reviews review
   join users person on person.id = review.listener_id
   where review.track_id = ${'formerId'} and review.status = 'approved' and person.suspended_at is null
     and person.deleted_at is null and not person.is_test
     and review.listener_id <> all(${'linked'}::uuid[])
     and not exists (select from version_comparisons compared
       where compared.listener_id = review.listener_id and compared.artist_id = ${'artistId'}
         and compared.began_at > ${'since'})
     and not exists (select from version_invitations invitation
       join artist_tracks invited on invited.id = invitation.track_id
       where invitation.listener_id = review.listener_id and invited.artist_id = ${'artistId'})`;

const asked = { formerId: uuid, artistId: uuid, linked: uuidList, since: timestamp };

export const approvedReviewers = statement({ takes: { formerId: uuid }, gives: { listenerId: uuid } })`
   select listener_id as "listenerId" from reviews where track_id = ${'formerId'} and status = 'approved'`;

export const countReturning = statement({ takes: asked, gives: { listeners: integer } })`
   select count(*)::integer as listeners from (${returning}) as found`;

export const inviteReturning = statement({ takes: { ...asked, trackId: uuid, now: timestamp }, gives: {} })`
   insert into version_invitations (track_id, listener_id, invited_at)
   select ${'trackId'}, found.listener_id, ${'now'} from (${returning}) as found
   where not exists (select from reviews known
     where known.track_id = ${'trackId'} and known.listener_id = found.listener_id)
     and not exists (select from heard_seconds known
       where known.track_id = ${'trackId'} and known.listener_id = found.listener_id)
   on conflict do nothing`;

export const insertPanel = statement({
  takes: { trackId: uuid, formerId: uuid, size: integer, now: timestamp, endsAt: timestamp },
  gives: {},
})`insert into version_panels (track_id, former_id, size, began_at, ends_at)
   values (${'trackId'}, ${'formerId'}, ${'size'}, ${'now'}, ${'endsAt'})`;

/** Whether track `t` has an open place for returning reviewers. */
const hasReturningPlace = fragment`t.status = 'active' and t.held_until is null and exists (select from assignments given
       where given.track_id = t.id and given.returning_until is not null and given.closed_at is null and open_places(given) > 0)`;

/** Whether both `t` and its former version were measured, which equal loudness requires. */
const isMeasured = fragment`not exists (select from artist_tracks one join audio_files file on file.id = one.audio_file_id
       where one.id in (t.id, t.predecessor_id) and file.loudness_lufs is null)`;

/** A version that this listener is invited to compare, longest waiting first, if both versions are measured. */
export const nextInvitation = statement({
  takes: { listenerId: uuid, butNot: nullable(uuid), since: timestamp },
  gives: { trackId: uuid },
})`select t.id as "trackId" from version_invitations i
   join artist_tracks t on t.id = i.track_id
   join users artist on artist.id = t.artist_id and artist.suspended_at is null
   where i.listener_id = ${'listenerId'} and ${hasReturningPlace} and t.id is distinct from ${'butNot'} and ${isMeasured}
     and not exists (select from reviews r where r.track_id = t.id and r.listener_id = i.listener_id)
     and not exists (select from skipped_tracks s where s.track_id = t.id and s.listener_id = i.listener_id)
     and not exists (select from circle_listeners c where c.track_id = t.id and c.listener_id = i.listener_id)
     and not exists (select from version_comparisons c
       where c.listener_id = i.listener_id and c.artist_id = t.artist_id and c.track_id <> t.id
         and c.began_at > ${'since'})
   order by i.invited_at, t.id limit 1`;

/** Locks the track if this listener is invited and both versions are measured. */
export const lockInvited = statement({ takes: { listenerId: uuid, trackId: uuid }, gives: { id: uuid } })`
   select t.id from version_invitations i join artist_tracks t on t.id = i.track_id
   where i.listener_id = ${'listenerId'} and i.track_id = ${'trackId'} and ${isMeasured}
   for no key update of t`;

/** Whether a locked track has an open place for returning reviewers; read after locking it. */
export const readReturningPlace = statement({ takes: { trackId: uuid }, gives: { isOpen: boolean } })`
   select ${hasReturningPlace} as "isOpen" from artist_tracks t where t.id = ${'trackId'}`;

/**
 * Running panels, oldest first, with the state of their tracks and their time. A panel whose versions cannot be played
 * equally loud is over. Listeners still comparing at the end get one more day.
 */
export const runningPanels = statement({
  takes: { now: timestamp, after: timestamp, afterId: uuid, most: integer },
  gives: {
    trackId: uuid,
    formerId: uuid,
    artistId: uuid,
    beganAt: timestamp,
    isOver: boolean,
    isDeleted: boolean,
    isHeard: boolean,
  },
})`select p.track_id as "trackId", p.former_id as "formerId", t.artist_id as "artistId", p.began_at as "beganAt",
     p.ends_at <= ${'now'} or exists (select from audio_files file
       where file.id in (t.audio_file_id, former.audio_file_id) and file.analysis <> 'waiting' and file.loudness_lufs is null)
       as "isOver", t.status <> 'active' or former.status <> 'active' as "isDeleted",
     p.ends_at > ${'now'}::timestamptz - interval '1 day'
       and exists (select from leases a where a.track_id = t.id and a.is_returning and a.assignment_id is not null) as "isHeard"
   from version_panels p
   join artist_tracks t on t.id = p.track_id
   join artist_tracks former on former.id = p.former_id
   where p.ended_at is null and (p.began_at, p.track_id) > (${'after'}, ${'afterId'})
   order by p.began_at, p.track_id limit ${'most'}::integer`;

/** Preferences of returning reviewers of a version, without rejected reviews. */
const countedChoices = fragment`select count(*) filter (where c.choice = 'new')::integer as preferred_new,
       count(*) filter (where c.choice = 'former')::integer as preferred_former,
       count(*) filter (where c.choice = 'none')::integer as no_difference
     from version_comparisons c
     join reviews r on r.track_id = c.track_id and r.listener_id = c.listener_id
       and r.status in ('pending', 'approved')
     where c.track_id = ${'trackId'}`;

export const endPanel = statement({
  takes: { trackId: uuid, endedBy: oneOf('full', 'over', 'deleted'), now: timestamp },
  gives: {},
})`update version_panels set ended_at = ${'now'}, ended_by = ${'endedBy'}, preferred_new = counted.preferred_new,
     preferred_former = counted.preferred_former, no_difference = counted.no_difference
   from (${countedChoices}) as counted
   where track_id = ${'trackId'} and ended_at is null
     and (${'endedBy'} <> 'full'
       or counted.preferred_new + counted.preferred_former + counted.no_difference >= size)`;

/** A version's panel: the counts from its end, or the current ones until then. */
export const readPanelOf = statement({
  takes: { trackId: uuid },
  gives: {
    size: integer,
    endsAt: timestamp,
    endedAt: nullable(timestamp),
    endedBy: nullable(oneOf('full', 'over', 'deleted')),
    preferredNew: integer,
    preferredFormer: integer,
    noDifference: integer,
  },
})`select p.size, p.ends_at as "endsAt", p.ended_at as "endedAt", p.ended_by as "endedBy",
     coalesce(p.preferred_new, counted.preferred_new) as "preferredNew",
     coalesce(p.preferred_former, counted.preferred_former) as "preferredFormer",
     coalesce(p.no_difference, counted.no_difference) as "noDifference"
   from version_panels p cross join (${countedChoices}) as counted where p.track_id = ${'trackId'}`;

export const readPairOf = statement({
  takes: { trackId: uuid, artistId: uuid },
  gives: {
    version: integer,
    formerId: nullable(uuid),
    formerTitle: nullable(text),
    formerVersion: nullable(integer),
  },
})`select t.version, t.predecessor_id as "formerId", former.title as "formerTitle", former.version as "formerVersion"
   from artist_tracks t left join artist_tracks former on former.id = t.predecessor_id
   where t.id = ${'trackId'} and t.artist_id = ${'artistId'}`;

export const withdrawInvitations = statement({ takes: { trackId: uuid }, gives: {} })`
   delete from version_invitations where track_id = ${'trackId'}`;
