import type { Transaction } from '../../adapters/database/database.ts';
import { comparedSince } from './returning-reviewers.ts';
import { lockKeptPlace, nextInvitation } from './versions-store.ts';

/** A new version that is reserved for this listener to compare with the former one. */
export const invitedTrack = async (
  tx: Transaction,
  who: { readonly listenerId: string; readonly butNot: string | null },
  now: Date,
): Promise<string | undefined> =>
  (await nextInvitation.one(tx, { ...who, since: comparedSince(now) }))?.trackId;

/** Locks one of the places reserved for returning reviewers; false if none is free for this listener. */
export const takesKeptPlace = async (
  tx: Transaction,
  listenerId: string,
  trackId: string,
): Promise<boolean> => (await lockKeptPlace.one(tx, { listenerId, trackId })) !== undefined;
