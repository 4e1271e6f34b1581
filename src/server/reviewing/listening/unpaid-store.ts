import { integer, json, nullable, oneOf, text, timestamp, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

const kind = oneOf('love', 'lost', 'skip');

/**
 * Chooses one of the newest tracks for unpaid listening: first one without a note by this listener, then the one whose
 * note is oldest. Never their own track, nor a version that they may compare blind.
 */
export const chooseUnpaid = statement({
  takes: { listenerId: uuid, among: integer },
  gives: { id: uuid },
})`select t.id from (
     select id, artist_id, created_at from artist_tracks
      where status = 'active' and held_until is null and artist_id <> ${'listenerId'}
      order by created_at desc, id limit ${'among'}::integer) as t
   join users artist on artist.id = t.artist_id and artist.suspended_at is null
   left join unpaid_answers said on said.track_id = t.id and said.listener_id = ${'listenerId'}
   left join reviews r on r.track_id = t.id and r.listener_id = ${'listenerId'}
   left join skipped_tracks s on s.track_id = t.id and s.listener_id = ${'listenerId'}
   where not exists (select from version_invitations i where i.track_id = t.id and i.listener_id = ${'listenerId'})
   order by greatest(said.answered_at, r.created_at, s.skipped_at) nulls first, t.created_at desc, t.id limit 1`;

/** Tracks given to a listener for unpaid listening since then, without a note. */
export const countUnanswered = statement({
  takes: { listenerId: uuid, since: timestamp },
  gives: { tracks: integer },
})`select count(distinct a.track_id)::integer as tracks from leases a
   where a.listener_id = ${'listenerId'} and a.is_unpaid and a.served_at > ${'since'}
     and not exists (select from unpaid_answers said where said.track_id = a.track_id
       and said.listener_id = a.listener_id and said.answered_at >= a.served_at)`;

export const leaseUnpaid = statement({
  takes: { listenerId: uuid, trackId: uuid, now: timestamp, leasedUntil: timestamp },
  gives: {},
})`insert into leases (listener_id, track_id, served_at, leased_until, is_blind, is_unpaid, needs_place)
   select ${'listenerId'}, id, ${'now'}, ${'leasedUntil'}, is_blind, true, false
     from artist_tracks where id = ${'trackId'}`;

/** Adds whole seconds (`to` exclusive) to what was heard of an unpaid track. */
export const hearUnpaid = statement({
  takes: { id: uuid, from: integer, to: integer },
  gives: {},
})`update leases set unpaid_heard = unpaid_heard + int4multirange(int4range(${'from'}, ${'to'})) where id = ${'id'}`;

export const saveUnpaidAnswer = statement({
  takes: { listenerId: uuid, trackId: uuid, artistId: uuid, rating: integer, note: text, now: timestamp },
  gives: {},
})`insert into unpaid_answers (listener_id, track_id, artist_id, rating, note, answered_at)
   values (${'listenerId'}, ${'trackId'}, ${'artistId'}, ${'rating'}, nullif(${'note'}, ''), ${'now'})
   on conflict (listener_id, track_id) do update set rating = excluded.rating, note = excluded.note,
     answered_at = excluded.answered_at`;

/** Whether this listener has left a note on the track without pay. */
export const hasAnsweredUnpaid = statement({
  takes: { listenerId: uuid, trackId: uuid },
  gives: { answeredAt: timestamp },
})`select answered_at as "answeredAt" from unpaid_answers
   where listener_id = ${'listenerId'} and track_id = ${'trackId'}`;

export const readUnpaidAnswers = statement({
  takes: { trackId: uuid, createdAt: timestamp, id: uuid, most: integer },
  gives: {
    id: uuid,
    listenerName: text,
    rating: integer,
    note: nullable(text),
    moments: json<{ kind: 'love' | 'lost' | 'skip'; atSecond: number }[]>(),
    createdAt: timestamp,
  },
})`select said.id, p.display_name as "listenerName", said.rating, said.note, said.answered_at as "createdAt",
     coalesce((select jsonb_agg(jsonb_build_object('kind', m.kind, 'atSecond', m.at_second) order by m.at_second, m.kind)
       from unpaid_moments m where m.track_id = said.track_id and m.listener_id = said.listener_id), '[]') as moments
   from unpaid_answers said join profiles p on p.user_id = said.listener_id
   where said.track_id = ${'trackId'} and (said.answered_at, said.id) < (${'createdAt'}, ${'id'})
   order by said.answered_at desc, said.id desc limit ${'most'}::integer`;

export const unpaidMoments = {
  readOwnMoments: statement({
    takes: { trackId: uuid, listenerId: uuid },
    gives: { kind, atSecond: integer },
  })`select kind, at_second as "atSecond" from unpaid_moments
     where track_id = ${'trackId'} and listener_id = ${'listenerId'} order by at_second, kind`,
  insertMoment: statement({
    takes: { trackId: uuid, listenerId: uuid, kind, atSecond: integer },
    gives: {},
  })`insert into unpaid_moments (track_id, listener_id, kind, at_second)
     values (${'trackId'}, ${'listenerId'}, ${'kind'}, ${'atSecond'}) on conflict do nothing`,
  deleteMoment: statement({
    takes: { trackId: uuid, listenerId: uuid, kind, atSecond: integer },
    gives: {},
  })`delete from unpaid_moments where track_id = ${'trackId'} and listener_id = ${'listenerId'} and kind = ${'kind'}
     and at_second = ${'atSecond'}`,
};
