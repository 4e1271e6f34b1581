import { reportedKinds } from '#contract/report-reasons.ts';
import { oneOf, text, uuid } from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

const kind = oneOf(...reportedKinds);
const thing = {
  kind,
  thingId: uuid,
  trackId: uuid,
  artistId: uuid,
  /** The owner. */
  ownerId: uuid,
  /** The title of a track, or the full text. */
  shown: text,
  state: oneOf('active', 'deleted', 'taken_down'),
};
const selectThing = fragment`select thing.kind, thing.thing_id as "thingId", thing.track_id as "trackId",
     thing.artist_id as "artistId", thing.owner_id as "ownerId", thing.shown, thing.state
   from reported_things thing where thing.kind = ${'kind'} and thing.thing_id = ${'thingId'}`;

/** Any item, including one that is taken down or deleted. */
export const anyThing = statement({ takes: { kind, thingId: uuid }, gives: thing })`${selectThing}`;

/** An item that this user can see: a public or served track, a review of their own track, or a question that they were asked. */
export const thingSeenBy = statement({ takes: { kind, thingId: uuid, userId: uuid }, gives: thing })`
   ${selectThing} and thing.state = 'active' and case thing.kind
     when 'review' then thing.artist_id = ${'userId'}
     when 'track' then thing.owner_id = ${'userId'}
       or exists (select from public_tracks shown where shown.id = thing.track_id)
       or exists (select from leases a where a.track_id = thing.track_id and a.listener_id = ${'userId'}
         and not a.is_coming)
     else thing.owner_id = ${'userId'} or exists (select from leases a where a.track_id = thing.track_id
       and a.listener_id = ${'userId'} and not a.is_coming) end`;

/** A public track, as everyone sees it. */
export const thingSeenByAll = statement({ takes: { kind, thingId: uuid }, gives: thing })`
   ${selectThing} and thing.state = 'active'
     and exists (select from public_tracks shown where shown.id = thing.track_id)`;
