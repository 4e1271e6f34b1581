import { genreKeys } from '#contract/business-rules.ts';
import type { TrackChange, TrackFields } from '#contract/music/tracks/tracks.ts';
import type { Takedown } from '#contract/takedown.ts';
import {
  bigint,
  boolean,
  bytes,
  type Column,
  double,
  integer,
  json,
  nullable,
  oneOf,
  optional,
  text,
  textList,
  timestamp,
  uuid,
  uuidList,
} from '../../adapters/database/columns.ts';
import { fragment, insertLists, selectList } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

/** The cover of `track` while it is active. A track that is taken down keeps its cover, unseen, for a restoration. */
const shownCover = fragment`case when track.status = 'active' then track.cover_key end as "coverKey"`;

const trackWithCover = { status: oneOf('active', 'deleted', 'taken_down'), coverKey: nullable(text) };

export const coverOfOwn = statement({ takes: { trackId: uuid, artistId: uuid }, gives: trackWithCover })`
    select status, cover_key as "coverKey" from artist_tracks
     where id = ${'trackId'} and artist_id = ${'artistId'}`;

export const lockCover = statement({
  takes: { trackId: uuid, artistId: uuid },
  gives: trackWithCover,
})`
    select status, cover_key as "coverKey" from artist_tracks
     where id = ${'trackId'} and artist_id = ${'artistId'} for no key update`;

export const writeCover = statement({ takes: { trackId: uuid, coverKey: nullable(text) }, gives: {} })`
    update artist_tracks set cover_key = ${'coverKey'} where id = ${'trackId'}`;

/** Those of the keys that belong to a track. */
export const readKnownCovers = statement({ takes: { keys: textList }, gives: { coverKey: text } })`
    select distinct cover_key as "coverKey" from artist_tracks where cover_key = any (${'keys'})`;

/**
 * Whether a cover is public; no row if it may not be shown: its tracks are deleted or taken down, or their artist is
 * suspended.
 */
export const readShownCover = statement({ takes: { coverKey: text }, gives: { isPublic: boolean } })`
    select not is_private as "isPublic" from shown_tracks where cover_key = ${'coverKey'} limit 1`;

const trackColumns = {
  id: uuid,
  title: text,
  genre: oneOf(...genreKeys),
  description: nullable(text),
  isBlind: boolean,
  status: oneOf('active', 'deleted', 'taken_down'),
  priorityWeight: integer,
  version: integer,
  predecessorId: nullable(uuid),
  heldUntil: nullable(timestamp),
  reviewCount: integer,
  ratingSum: integer,
  playCount: integer,
  createdAt: timestamp,
};
const fileColumns = { durationMs: bigint, peaks: nullable(bytes), loudnessLufs: nullable(double) };
const ownTrack = {
  ...trackColumns,
  ...fileColumns,
  listeningNow: integer,
  delivered: integer,
  beingChecked: integer,
  recent: integer,
  reviewTarget: integer,
  coverKey: nullable(text),
  takedown: nullable(json<Takedown>()),
};

const selectOwnTrack = fragment`
    select ${selectList(trackColumns, 'track')}, ${selectList(fileColumns, 'file')},
           (select count(*)::integer
              from leases lease
              join listening_clocks clock
                on clock.listener_id = lease.listener_id and clock.lease_id = lease.id
             where lease.track_id = track.id and lease.closed_at is null and not lease.is_coming
               and clock.beat_at + interval '15 seconds' > ${'now'}) as "listeningNow",
           case when track.status = 'taken_down' then standing_takedown(track.id) end as takedown,
           ${shownCover}, counted.delivered, counted.recent, counted.checking as "beingChecked",
           (select coalesce(sum(kept_reviews(given)), 0)::integer from assignments given where given.track_id = track.id)
             as "reviewTarget"
      from artist_tracks track join audio_files file on file.id = track.audio_file_id
      cross join lateral (
        select (count(*) filter (where review.is_bounded))::integer as delivered,
               (count(*) filter (where review.is_bounded
                 and review.created_at > ${'now'}::timestamptz - interval '14 days'))::integer as recent,
               (count(*) filter (where review.is_checked))::integer as checking
          from (
            select created_at, status = 'pending' and waits_for is not distinct from 'person' as is_checked,
                   -- One listener at a time: a join may read all users first.
                   (select has_bounds(person) from users person where person.id = listener_id) as is_bounded
              from reviews where track_id = track.id and status in ('pending', 'approved')
          ) as review) as counted`;

export const readTrackOfArtist = statement({
  takes: { trackId: uuid, artistId: uuid, now: timestamp },
  gives: ownTrack,
})`${selectOwnTrack}
     where track.id = ${'trackId'} and track.artist_id = ${'artistId'}`;

export const readTracksOfArtist = statement({
  takes: { artistId: uuid, now: timestamp, createdAt: timestamp, id: uuid, most: integer },
  gives: ownTrack,
})`${selectOwnTrack}
     where track.artist_id = ${'artistId'} and track.created_at <= ${'createdAt'}
       and (track.created_at < ${'createdAt'} or track.id > ${'id'})
     order by track.created_at desc, track.id
     limit ${'most'}::integer`;

/** What the artist enters, now and later. */
const entered = {
  title: text,
  genre: oneOf(...genreKeys),
  description: text,
  isBlind: boolean,
} satisfies Readonly<Record<keyof TrackFields, Column<unknown>>>;

const changed = {
  title: optional(entered.title),
  genre: optional(entered.genre),
  description: optional(entered.description),
  isBlind: optional(entered.isBlind),
} satisfies Readonly<Record<keyof TrackChange, Column<unknown>>>;

const newTrack = {
  ...entered,
  description: nullable(text),
  artistId: uuid,
  audioFileId: uuid,
  priorityWeight: integer,
  version: integer,
  predecessorId: nullable(uuid),
  uploadLotId: nullable(uuid),
  contentSha256: bytes,
  createdAt: timestamp,
};
const newTrackLists = insertLists(newTrack);

/**
 * A new version starts with the former one's cover. No row if the artist has another track with the same content that
 * was not deleted.
 */
export const insertTrack = statement({
  takes: { ...newTrack, keepsCover: boolean },
  gives: { id: uuid },
})`
    insert into artist_tracks (${newTrackLists.names}, cover_key)
    values (${newTrackLists.values}, (select former.cover_key from artist_tracks former
              where former.id = ${'predecessorId'} and ${'keepsCover'}))
        on conflict (artist_id, content_sha256) where status <> 'deleted' do nothing
    returning id`;

export const countUploadedTrack = statement({ takes: { artistId: uuid, experience: integer }, gives: {} })`
    update profiles set songs_uploaded = songs_uploaded + 1, xp_points = xp_points + ${'experience'}
     where user_id = ${'artistId'}`;

/** Absent fields stay unchanged. An empty description removes it. */
export const changeTrack = statement({
  takes: { trackId: uuid, artistId: uuid, ...changed },
  gives: {},
})`
    update artist_tracks
       set title = coalesce(${'title'}, title), genre = coalesce(${'genre'}, genre),
           description = nullif(coalesce(${'description'}, description), ''),
           is_blind = coalesce(${'isBlind'}, is_blind)
     where id = ${'trackId'} and artist_id = ${'artistId'} and status = 'active'`;

export const markDeleted = statement({ takes: { trackId: uuid, artistId: uuid }, gives: {} })`
    update artist_tracks set status = 'deleted', cover_key = null
     where id = ${'trackId'} and artist_id = ${'artistId'} and status <> 'deleted'`;

/**
 * Empties what the guests of a track's private links left and heard. That they opened it stays: they are not served its
 * other versions.
 */
export const emptyGuests = [
  statement({ takes: { trackId: uuid }, gives: {} })`
    delete from guest_moments using guests guest, private_links link
     where guest.id = guest_id and link.id = guest.link_id and link.track_id = ${'trackId'}`,
  statement({ takes: { trackId: uuid }, gives: {} })`
    update guests set name = null, stars = null, line = null, heard = '{}', delivered = '{}'
      from private_links link where link.id = link_id and link.track_id = ${'trackId'}`,
] as const;

/** The track, if it is the artist's own and active. */
export const activeTrackOf = statement({ takes: { trackId: uuid, artistId: uuid }, gives: { id: uuid } })`
    select id from artist_tracks where id = ${'trackId'} and artist_id = ${'artistId'} and status = 'active'`;

const why = oneOf('deleted', 'suspended', 'taken_down');

/**
 * Locks the tracks' open leases, always in the same order, so that proofs in progress are committed before they
 * are read.
 */
export const lockServed = statement({ takes: { trackIds: uuidList }, gives: { id: uuid } })`
   select id from leases where track_id = any (${'trackIds'}::uuid[]) and closed_at is null
    order by id for no key update`;

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
