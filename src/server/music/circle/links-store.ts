import { genreKeys } from '#contract/business-rules.ts';
import type { GuestResponse } from '#contract/music/circle/circle.ts';
import {
  bigint,
  boolean,
  bytes,
  integer,
  json,
  nullable,
  oneOf,
  optional,
  text,
  timestamp,
  uuid,
  uuidList,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

/**
 * Whether a link plays now: not revoked or expired, its track neither gone nor held, its artist not suspended. With
 * `link`, `track` and `artist` from this join.
 */
export const isOpen = fragment<'now'>`(link.revoked_at is null and link.expires_at > ${'now'}
     and track.status = 'active' and track.held_until is null and artist.suspended_at is null)`;
export const linkJoin = fragment`private_links link join artist_tracks track on track.id = link.track_id
   join users artist on artist.id = link.artist_id`;

export const isOwnTrack = statement({
  takes: { trackId: uuid, artistId: uuid },
  gives: { status: oneOf('active', 'deleted', 'taken_down') },
})`select status from artist_tracks where id = ${'trackId'} and artist_id = ${'artistId'}`;

/** The same, locked, so that two links created at once are counted one after the other. */
export const lockOwnTrack = statement({
  takes: { trackId: uuid, artistId: uuid },
  gives: { status: oneOf('active', 'deleted', 'taken_down') },
})`select status from artist_tracks where id = ${'trackId'} and artist_id = ${'artistId'} for no key update`;

export const countLinks = statement({ takes: { trackId: uuid }, gives: { links: integer } })`
   select count(*)::integer as links from private_links where track_id = ${'trackId'}`;

export const insertLink = statement({
  takes: {
    trackId: uuid,
    artistId: uuid,
    name: text,
    now: timestamp,
    days: integer,
    deviceLimit: integer,
    showsTitle: boolean,
  },
  gives: { id: uuid },
})`insert into private_links (track_id, artist_id, name, created_at, expires_at, device_limit, shows_title)
   values (${'trackId'}, ${'artistId'}, ${'name'}, ${'now'}::timestamptz,
     ${'now'}::timestamptz + make_interval(days => ${'days'}::integer), ${'deviceLimit'}, ${'showsTitle'})
   returning id`;

/** A revoked link stays as it is. */
export const changeLink = statement({
  takes: {
    linkId: uuid,
    artistId: uuid,
    now: timestamp,
    name: optional(text),
    days: optional(integer),
    deviceLimit: optional(integer),
    showsTitle: optional(boolean),
    isRevoked: optional(boolean),
  },
  gives: {},
})`update private_links set
     name = coalesce(${'name'}, name),
     expires_at = coalesce(${'now'}::timestamptz + make_interval(days => ${'days'}::integer), expires_at),
     device_limit = coalesce(${'deviceLimit'}, device_limit),
     shows_title = coalesce(${'showsTitle'}, shows_title),
     revoked_at = case when ${'isRevoked'}::boolean then ${'now'}::timestamptz end
   where id = ${'linkId'} and artist_id = ${'artistId'} and revoked_at is null`;

/** What guests left, and what a figure needs of what they heard; for `guest` and `track`. */
export const guestMoments = fragment`(select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'atSecond', at_second)
       order by at_second, kind), '[]') from guest_moments where guest_id = guest.id)`;
export const heardSeconds = fragment`(select coalesce(sum(upper(part) - lower(part)), 0)::integer
       from unnest(guest.heard) as part)`;
export const lastSeconds = fragment`(select coalesce(sum(upper(part) - lower(part)), 0)::integer
       from unnest(guest.heard * int4multirange(int4range(greatest(0, (file.duration_ms / 1000)::integer - 5),
         (file.duration_ms / 1000)::integer))) as part)`;

/** The links of a track, newest first, or one of the artist's links. */
export const readLinks = statement({
  takes: { artistId: uuid, trackId: optional(uuid), linkId: optional(uuid), now: timestamp },
  gives: {
    id: uuid,
    address: uuid,
    name: text,
    createdAt: timestamp,
    expiresAt: timestamp,
    revokedAt: nullable(timestamp),
    isOpen: boolean,
    deviceLimit: integer,
    refusedDevices: integer,
    showsTitle: boolean,
  },
})`select link.id, link.address, link.name, link.created_at as "createdAt", link.expires_at as "expiresAt",
     link.revoked_at as "revokedAt", ${isOpen} as "isOpen", link.device_limit as "deviceLimit",
     link.refused_devices as "refusedDevices", link.shows_title as "showsTitle"
   from ${linkJoin}
   where link.artist_id = ${'artistId'} and (${'trackId'}::uuid is null or link.track_id = ${'trackId'})
     and (${'linkId'}::uuid is null or link.id = ${'linkId'})
   order by link.created_at desc, link.id desc`;

/** The devices that opened these links, in that order. */
export const readGuests = statement({
  takes: { artistId: uuid, trackId: optional(uuid), linkId: optional(uuid) },
  gives: {
    linkId: uuid,
    deviceMark: text,
    isOwn: boolean,
    opens: integer,
    firstOpenedAt: timestamp,
    lastOpenedAt: timestamp,
    name: nullable(text),
    stars: nullable(integer),
    line: nullable(text),
    moments: json<GuestResponse['moments']>(),
    seconds: integer,
    lastSeconds: integer,
    durationMs: bigint,
  },
})`select guest.link_id as "linkId", guest.device_mark as "deviceMark", guest.account_id is not distinct from link.artist_id as "isOwn", guest.opens,
     guest.first_opened_at as "firstOpenedAt", guest.last_opened_at as "lastOpenedAt", guest.name, guest.stars,
     guest.line, ${guestMoments} as moments, ${heardSeconds} as seconds, ${lastSeconds} as "lastSeconds",
     file.duration_ms as "durationMs"
   from guests guest join private_links link on link.id = guest.link_id
   join artist_tracks track on track.id = link.track_id join audio_files file on file.id = track.audio_file_id
   where link.artist_id = ${'artistId'} and (${'trackId'}::uuid is null or link.track_id = ${'trackId'})
     and (${'linkId'}::uuid is null or link.id = ${'linkId'})
   order by guest.first_opened_at, guest.id`;

/** The link at an address, with what its page shows. */
export const linkAt = statement({
  takes: { address: uuid, now: timestamp },
  gives: {
    linkId: uuid,
    trackId: uuid,
    artistId: uuid,
    isOpen: boolean,
    expiresAt: timestamp,
    showsTitle: boolean,
    title: text,
    artistName: text,
    genre: oneOf(...genreKeys),
    coverKey: nullable(text),
    peaks: nullable(bytes),
    durationMs: bigint,
  },
})`select link.id as "linkId", link.track_id as "trackId", link.artist_id as "artistId", ${isOpen} as "isOpen",
     link.expires_at as "expiresAt", link.shows_title as "showsTitle", track.title,
     profile.display_name as "artistName", track.genre, track.cover_key as "coverKey", file.peaks,
     file.duration_ms as "durationMs"
   from ${linkJoin} join profiles profile on profile.user_id = link.artist_id
   join audio_files file on file.id = track.audio_file_id
   where link.address = ${'address'}`;

/** Those of these links that play now. */
export const openAmong = statement({
  takes: { linkIds: uuidList, now: timestamp },
  gives: { linkId: uuid, expiresAt: timestamp },
})`select link.id as "linkId", link.expires_at as "expiresAt" from ${linkJoin} where link.id = any (${'linkIds'}) and ${isOpen}`;
