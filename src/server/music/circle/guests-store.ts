import type { GuestResponse } from '#contract/music/circle/circle.ts';
import {
  bigint,
  boolean,
  bytes,
  integer,
  integerList,
  json,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
  uuidList,
} from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';
import { guestMoments, isOpen, linkJoin } from './links-store.ts';

const kind = oneOf('love', 'lost', 'skip');

/** Locks a link, so that devices that open it at once are counted one after the other. */
export const lockLink = statement({
  takes: { linkId: uuid },
  gives: { deviceLimit: integer },
})`select device_limit as "deviceLimit" from private_links where id = ${'linkId'} for no key update`;

export const countDevices = statement({ takes: { linkId: uuid }, gives: { devices: integer } })`
   select count(*)::integer as devices from guests where link_id = ${'linkId'}`;

export const countRefused = statement({ takes: { linkId: uuid }, gives: {} })`
   update private_links set refused_devices = refused_devices + 1 where id = ${'linkId'}`;

/** Opens a link on a device that has opened it before. Who was signed in there stays known. */
export const openAgain = statement({
  takes: { linkId: uuid, deviceMark: text, accountId: nullable(uuid), isAgain: boolean, now: timestamp },
  gives: { id: uuid },
})`update guests set opens = opens + case when ${'isAgain'}::boolean then 0 else 1 end, last_opened_at = ${'now'},
     account_id = coalesce(${'accountId'}, account_id)
   where link_id = ${'linkId'} and device_mark = ${'deviceMark'}
   returning id`;

export const insertGuest = statement({
  takes: { linkId: uuid, deviceMark: text, accountId: nullable(uuid), now: timestamp },
  gives: { id: uuid },
})`insert into guests (link_id, device_mark, account_id, first_opened_at, last_opened_at)
   values (${'linkId'}, ${'deviceMark'}, ${'accountId'}, ${'now'}, ${'now'}) returning id`;

/** What an artist is told of these devices. Leaves out their own, and those of tracks that are gone. */
export const newGuests = statement({
  takes: { artistId: uuid, guestIds: uuidList },
  gives: { id: uuid, deviceMark: text, trackId: uuid, trackTitle: text, hasLeft: boolean },
})`select guest.id, guest.device_mark as "deviceMark", track.id as "trackId", track.title as "trackTitle",
     guest.stars is not null or guest.line is not null as "hasLeft"
   from guests guest join private_links link on link.id = guest.link_id
   join artist_tracks track on track.id = link.track_id
   where guest.id = any (${'guestIds'}::uuid[]) and link.artist_id = ${'artistId'}
     and guest.account_id is distinct from link.artist_id and track.status = 'active'
   order by guest.first_opened_at, guest.id`;

const left = {
  name: nullable(text),
  stars: nullable(integer),
  line: nullable(text),
  moments: json<GuestResponse['moments']>(),
};

export const readResponse = statement({ takes: { guestId: uuid }, gives: left })`
   select name, stars, line, ${guestMoments} as moments from guests guest where id = ${'guestId'}`;

/** The device at an address, locked, with its player. */
export const lockGuest = statement({
  takes: { address: uuid, deviceMark: text, now: timestamp },
  gives: {
    guestId: uuid,
    isOpen: boolean,
    isPlaying: boolean,
    positionMs: bigint,
    playedMs: bigint,
    beatAt: nullable(timestamp),
    durationMs: bigint,
  },
})`select guest.id as "guestId", ${isOpen} as "isOpen", guest.is_playing as "isPlaying",
     guest.position_ms as "positionMs", guest.played_ms as "playedMs", guest.beat_at as "beatAt",
     file.duration_ms as "durationMs"
   from ${linkJoin} join audio_files file on file.id = track.audio_file_id
   join guests guest on guest.link_id = link.id and guest.device_mark = ${'deviceMark'}
   where link.address = ${'address'} for no key update of guest`;

/** Stores a report of the player, with the whole seconds that it proves (`to` exclusive). */
export const savePlayer = statement({
  takes: {
    guestId: uuid,
    isPlaying: boolean,
    positionMs: bigint,
    playedMs: bigint,
    from: integer,
    to: integer,
    now: timestamp,
  },
  gives: {},
})`update guests set is_playing = ${'isPlaying'}, position_ms = ${'positionMs'}, played_ms = ${'playedMs'},
     beat_at = ${'now'}, heard = heard + int4multirange(int4range(${'from'}, ${'to'}))
   where id = ${'guestId'}`;

export const insertGuestMoment = statement({
  takes: { guestId: uuid, kind, atSecond: integer },
  gives: {},
})`insert into guest_moments (guest_id, kind, at_second) values (${'guestId'}, ${'kind'}, ${'atSecond'})
   on conflict do nothing`;

export const deleteGuestMoment = statement({
  takes: { guestId: uuid, kind, atSecond: integer },
  gives: {},
})`delete from guest_moments
   where guest_id = ${'guestId'} and kind = ${'kind'} and at_second = ${'atSecond'}`;

export const deleteGuestMoments = statement({ takes: { guestId: uuid }, gives: {} })`
   delete from guest_moments where guest_id = ${'guestId'}`;

export const saveResponse = statement({
  takes: { guestId: uuid, name: text, stars: nullable(integer), line: text },
  gives: {},
})`update guests set name = nullif(${'name'}, ''), stars = ${'stars'}, line = nullif(${'line'}, '')
   where id = ${'guestId'}`;

/** The audio that a device may hear now; no row once the link has ended. */
export const guestAudio = statement({
  takes: { guestId: uuid, now: timestamp },
  gives: {
    linkId: uuid,
    artistId: uuid,
    expiresAt: timestamp,
    audioFileId: uuid,
    storageKey: text,
    byteLength: bigint,
    durationMs: bigint,
    contentSha256: bytes,
  },
})`select link.id as "linkId", link.artist_id as "artistId", link.expires_at as "expiresAt",
     file.id as "audioFileId", file.storage_key as "storageKey", file.byte_length as "byteLength",
     file.duration_ms as "durationMs", file.content_sha256 as "contentSha256"
   from guests guest join ${linkJoin} on link.id = guest.link_id
   join audio_files file on file.id = track.audio_file_id
   where guest.id = ${'guestId'} and ${isOpen}`;

/** Locks the device, so that parallel streams share one allowance. Commits without waiting for the disk. */
export const lockDelivery = statement({ takes: { guestId: uuid }, gives: { relaxed: text } })`
   select set_config('synchronous_commit', 'off', true) as relaxed from guests
   where id = ${'guestId'} for no key update`;

/** What was sent to a device, read after the lock; no row once the link has ended. */
export const readDelivery = statement({
  takes: { guestId: uuid, now: timestamp },
  gives: {
    reportedMs: bigint,
    beatAt: nullable(timestamp),
    isPlaying: boolean,
    delivered: integerList,
  },
})`select guest.played_ms as "reportedMs", guest.beat_at as "beatAt", guest.is_playing as "isPlaying",
     array(select unnest(array[lower(part), upper(part)]) from unnest(guest.delivered) as part) as delivered
   from guests guest join ${linkJoin} on link.id = guest.link_id
   where guest.id = ${'guestId'} and ${isOpen}`;

export const storeDelivery = statement({ takes: { guestId: uuid, delivered: text }, gives: {} })`
   update guests set delivered = ${'delivered'}::text::int4multirange where id = ${'guestId'}`;

export const hasGuests = statement({ takes: { trackId: uuid }, gives: { has: boolean } })`
   select exists (select from private_links link join guests on guests.link_id = link.id
     where link.track_id in (select versions_of(${'trackId'}))) as has`;

/**
 * Whether a listener opened a private link to a version of the track: signed in, on a browser that they or an account of theirs
 * used, or by an account that belongs to them.
 */
export const isGuest = statement({
  takes: { trackId: uuid, listenerId: uuid, deviceMark: text },
  gives: { is: boolean },
})`with own as materialized (
     select ${'listenerId'}::uuid as id union select linked_with(${'listenerId'})),
   browsers as materialized (
     select ${'deviceMark'}::text as mark
     union select device_mark from sessions where user_id in (select id from own)
     union select mark from evidence where kind = 'device' and user_id in (select id from own))
   select exists (select from private_links link join guests guest on guest.link_id = link.id
     where link.track_id in (select versions_of(${'trackId'}))
       and (guest.account_id in (select id from own) or guest.device_mark in (select mark from browsers))) as is`;

export const leaveOut = statement({ takes: { trackId: uuid, listenerId: uuid }, gives: {} })`
   insert into circle_listeners (listener_id, track_id) values (${'listenerId'}, ${'trackId'}) on conflict do nothing`;
