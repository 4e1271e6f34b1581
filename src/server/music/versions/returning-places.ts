import type { Transaction } from '../../adapters/database/database.ts';
import { comparedSince } from './returning-reviewers.ts';
import { lockInvited, nextInvitation, readReturningPlace } from './versions-store.ts';

/** A new version that this listener may compare with the former one. */
export const invitedTrack = async (
  tx: Transaction,
  who: { readonly listenerId: string; readonly butNot: string | null },
  now: Date,
): Promise<string | undefined> =>
  (await nextInvitation.one(tx, { ...who, since: comparedSince(now) }))?.trackId;

/** Locks the track for an invited listener; false if no place for returning reviewers is open. */
export const takesReturningPlace = async (
  tx: Transaction,
  listenerId: string,
  trackId: string,
): Promise<boolean> =>
  (await lockInvited.one(tx, { listenerId, trackId })) !== undefined &&
  (await readReturningPlace.only(tx, { trackId })).isOpen;
