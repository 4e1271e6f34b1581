import { reportedKinds, takedownReasonCodes } from '#contract/report-reasons.ts';
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

const listed = {
  id: uuid,
  kind: oneOf(...reportedKinds),
  shown: text,
  trackTitle: text,
  artistId: uuid,
  ownerId: uuid,
  ownerName: text,
  reporterIds: uuidList,
  reason: oneOf(...takedownReasonCodes),
  sentence: text,
  takenAt: timestamp,
  takenBy: text,
  answer: nullable(text),
  answeredAt: nullable(timestamp),
  upheldSentence: nullable(text),
  upheldBy: nullable(text),
  restoredAt: nullable(timestamp),
  restoredBy: nullable(text),
  restoredAs: nullable(oneOf('mistake', 'cleared')),
  restoredSentence: nullable(text),
  isTest: boolean,
};
const selectListed = fragment`select down.id, down.kind, down.shown, track.title as "trackTitle", track.artist_id as "artistId",
     down.owner_id as "ownerId", owner.display_name as "ownerName", down.reason, down.sentence, down.taken_at as "takenAt",
     array(select reporter_id from reports where thing_id = down.thing_id and reporter_id is not null) as "reporterIds",
     taker.display_name as "takenBy", down.answer, down.answered_at as "answeredAt",
     down.upheld_sentence as "upheldSentence", upholder.display_name as "upheldBy", down.restored_at as "restoredAt",
     restorer.display_name as "restoredBy", down.restored_as as "restoredAs", down.restored_sentence as "restoredSentence",
     not has_bounds(person) as "isTest"
   from takedowns down
   join artist_tracks track on track.id = down.track_id
   join profiles owner on owner.user_id = down.owner_id
   join users person on person.id = down.owner_id
   join profiles taker on taker.user_id = down.taken_by
   left join profiles upholder on upholder.user_id = down.upheld_by
   left join profiles restorer on restorer.user_id = down.restored_by`;

const place = { createdAt: timestamp, id: uuid, most: integer };

/** Takedown answers without a decision, oldest first. */
export const answeredTakedowns = statement({ takes: place, gives: listed })`${selectListed}
   where down.answered_at is not null and down.upheld_at is null and down.restored_at is null
     and (down.answered_at, down.id) > (${'createdAt'}, ${'id'})
   order by down.answered_at, down.id limit ${'most'}::integer`;

export const standingTakedowns = statement({ takes: place, gives: listed })`${selectListed}
   where down.restored_at is null and (down.taken_at, down.id) < (${'createdAt'}, ${'id'})
   order by down.taken_at desc, down.id desc limit ${'most'}::integer`;

export const restoredTakedowns = statement({ takes: place, gives: listed })`${selectListed}
   where down.restored_at is not null and (down.restored_at, down.id) < (${'createdAt'}, ${'id'})
   order by down.restored_at desc, down.id desc limit ${'most'}::integer`;
