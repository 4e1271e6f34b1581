import type { PlaybackLink } from '#contract/music/tracks/tracks.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { makePlaybackLink, mayHear } from './playback-link-rules.ts';
import { readAudioRight } from './playback-store.ts';
import { refuseGone } from './refuse-gone.ts';

/**
 * A fresh link to a track's audio for a caller who may hear it.
 * @throws Refusal not_found, track_deleted, track_taken_down, audio_unavailable
 */
export async function createPlaybackLink(
  { database, clock, keys }: Pick<Dependencies, 'database' | 'clock' | 'keys'>,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
  trackId: string,
): Promise<PlaybackLink> {
  const claims = { trackId, userId, sessionId };
  const right = await readAudioRight.one(database, claims);
  if (!right) return refuse('not_found');
  if (!mayHear({ ...right, isLeased: right.leaseId !== null })) refuse('audio_unavailable');
  if (right.status === 'deleted' || (right.status === 'taken_down' && !right.isAdmin))
    refuseGone(right.status);
  return makePlaybackLink(keys.playbackLinks, claims, clock.now());
}
