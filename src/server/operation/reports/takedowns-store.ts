import { reportedKinds, takedownReasonCodes } from '#contract/report-reasons.ts';
import type { Takedown } from '#contract/takedown.ts';
import { json, nullable, oneOf, text, timestamp, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

const kind = oneOf(...reportedKinds);
const reason = oneOf(...takedownReasonCodes);
const restoredAs = oneOf('mistake', 'cleared');

export const insertTakedown = statement({
  takes: {
    kind,
    thingId: uuid,
    trackId: uuid,
    ownerId: uuid,
    shown: text,
    reason,
    sentence: text,
    takenBy: uuid,
    now: timestamp,
  },
  gives: { id: uuid },
})`insert into takedowns (kind, thing_id, track_id, owner_id, shown, reason, sentence, taken_by, taken_at)
   values (${'kind'}, ${'thingId'}, ${'trackId'}, ${'ownerId'}, ${'shown'}, ${'reason'}, ${'sentence'}, ${'takenBy'},
     ${'now'}) returning id`;

/** Removes a track from every list. */
export const takeTrackDown = statement({ takes: { thingId: uuid }, gives: {} })`
   update artist_tracks set status = 'taken_down' where id = ${'thingId'} and status = 'active'`;

export const bringTrackBack = statement({ takes: { thingId: uuid }, gives: {} })`
   update artist_tracks set status = 'active' where id = ${'thingId'} and status = 'taken_down'`;

export const hideReview = statement({ takes: { thingId: uuid, now: timestamp }, gives: {} })`
   update reviews set taken_down_at = ${'now'} where id = ${'thingId'} and taken_down_at is null`;
export const showReview = statement({ takes: { thingId: uuid }, gives: {} })`
   update reviews set taken_down_at = null where id = ${'thingId'} and taken_down_at is not null`;

export const askNoMore = statement({ takes: { thingId: uuid, now: timestamp }, gives: {} })`
   update track_questions set taken_down_at = ${'now'} where id = ${'thingId'} and taken_down_at is null`;
export const askAgain = statement({ takes: { thingId: uuid }, gives: {} })`
   update track_questions set taken_down_at = null where id = ${'thingId'} and taken_down_at is not null`;

/** Locks a takedown, so that the second of two concurrent decisions sees the first. */
export const lockTakedown = statement({
  takes: { takedownId: uuid },
  gives: {
    kind,
    thingId: uuid,
    trackId: uuid,
    ownerId: uuid,
    artistId: uuid,
    shown: text,
    trackTitle: text,
    answeredAt: nullable(timestamp),
    upheldAt: nullable(timestamp),
    restoredAt: nullable(timestamp),
  },
})`select down.kind, down.thing_id as "thingId", down.track_id as "trackId", down.owner_id as "ownerId",
     track.artist_id as "artistId", down.shown, track.title as "trackTitle", down.answered_at as "answeredAt",
     down.upheld_at as "upheldAt", down.restored_at as "restoredAt"
   from takedowns down join artist_tracks track on track.id = down.track_id
   where down.id = ${'takedownId'} for no key update of down`;

export const storeAnswer = statement({
  takes: { takedownId: uuid, answer: text, now: timestamp },
  gives: {},
})`
   update takedowns set answer = ${'answer'}, answered_at = ${'now'} where id = ${'takedownId'}`;

export const storeUpheld = statement({
  takes: { takedownId: uuid, upheldBy: uuid, sentence: text, now: timestamp },
  gives: {},
})`update takedowns set upheld_by = ${'upheldBy'}, upheld_at = ${'now'}, upheld_sentence = ${'sentence'}
   where id = ${'takedownId'}`;

export const storeRestored = statement({
  takes: { takedownId: uuid, restoredBy: uuid, restoredAs, sentence: text, now: timestamp },
  gives: {},
})`update takedowns set restored_by = ${'restoredBy'}, restored_at = ${'now'}, restored_as = ${'restoredAs'},
     restored_sentence = ${'sentence'} where id = ${'takedownId'}`;

/** The takedown as its owner sees it. */
export const takedownForOwner = statement({
  takes: { thingId: uuid },
  gives: { takedown: json<Takedown>() },
})`
   select standing_takedown(${'thingId'}) as takedown`;

/** The account to notify. No row if it was deleted. */
export const ownerOfThing = statement({
  takes: { ownerId: uuid, trackId: uuid },
  gives: { email: text, displayName: text, trackTitle: text },
})`select person.email, profile.display_name as "displayName", track.title as "trackTitle"
   from users person join profiles profile on profile.user_id = person.id
   join artist_tracks track on track.id = ${'trackId'}
   where person.id = ${'ownerId'} and person.deleted_at is null`;
