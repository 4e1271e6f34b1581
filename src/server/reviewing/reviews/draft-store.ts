import type { ReviewDraft } from '#contract/reviewing/reviews/review-drafts.ts';
import { boolean, integer, json, timestamp, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

const draft = json<ReviewDraft>();
const kept = { revision: integer, draft };

export const readKeptDraft = statement({
  takes: { listenerId: uuid, trackId: uuid },
  gives: kept,
})`select revision, draft from review_drafts where listener_id = ${'listenerId'} and track_id = ${'trackId'}`;

/** Locks the draft, so that two devices do not overwrite each other. */
export const lockDraft = statement({
  takes: { listenerId: uuid, trackId: uuid },
  gives: kept,
})`select revision, draft from review_drafts
   where listener_id = ${'listenerId'} and track_id = ${'trackId'} for update`;

/** Does nothing if another request has stored a first draft in the meantime; then there is a row to lock. */
export const startDraft = statement({
  takes: { listenerId: uuid, trackId: uuid, draft, now: timestamp },
  gives: kept,
})`insert into review_drafts (listener_id, track_id, revision, draft, edited_at)
   values (${'listenerId'}, ${'trackId'}, 1, ${'draft'}, ${'now'}) on conflict do nothing
   returning revision, draft`;

export const changeDraft = statement({
  takes: { listenerId: uuid, trackId: uuid, draft, now: timestamp },
  gives: kept,
})`update review_drafts set revision = revision + 1, draft = ${'draft'}, edited_at = ${'now'}
   where listener_id = ${'listenerId'} and track_id = ${'trackId'} returning revision, draft`;

export const dropDraft = statement({
  takes: { listenerId: uuid, trackId: uuid },
  gives: {},
})`delete from review_drafts where listener_id = ${'listenerId'} and track_id = ${'trackId'}`;

/** Whether the track was ever served to the listener, and whether they have reviewed it. */
export const mayDraft = statement({
  takes: { listenerId: uuid, trackId: uuid },
  gives: { served: boolean, reviewed: boolean },
})`select exists (select from leases a
       where a.listener_id = ${'listenerId'} and a.track_id = ${'trackId'} and not a.is_coming) as served,
     exists (select from reviews r
       where r.listener_id = ${'listenerId'} and r.track_id = ${'trackId'}) as reviewed`;
