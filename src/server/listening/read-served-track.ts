import type { ServedTrack } from '#contract/listening.ts';
import type { Transaction } from '../adapters/database/database.ts';
import type { Caller } from '../caller.ts';
import type { Dependencies } from '../dependencies.ts';
import { makePlaybackLink } from '../tracks/playback-link-rules.ts';
import { servedTrack } from './assignment-store.ts';
import { stretchesOf, toldHeard } from './heard-rules.ts';
import { stayState } from './stay-rules.ts';
import { stayOf } from './stay-store.ts';

/** The track that the caller is being served, or the one that comes after it, with a fresh playback link. */
export async function readServedTrack(
  deps: Pick<Dependencies, 'keys' | 'clock'>,
  tx: Transaction,
  caller: Caller,
  which: 'served' | 'coming',
): Promise<ServedTrack | null> {
  const row = await servedTrack.one(tx, {
    listenerId: caller.userId,
    isComing: which === 'coming',
  });
  if (!row) return null;
  const claims = { trackId: row.trackId, userId: caller.userId, sessionId: caller.sessionId };
  return {
    trackId: row.trackId,
    title: row.title,
    genre: row.genre,
    description: row.description,
    artistId: row.artistId,
    artistName: row.artistName,
    rewardCents: row.rewardCents,
    durationSeconds: row.durationMs / 1000,
    positionSeconds: row.positionMs / 1000,
    peaks: row.peaks?.toString('base64') ?? null,
    playbackLink: makePlaybackLink(deps.keys.playbackLinks, claims, deps.clock.now()),
    moments: row.moments,
    questions: row.questions,
    progress: {
      listenedSeconds: row.listenedMs / 1000,
      unlocked: row.unlockedAt !== null,
      heard: toldHeard(stretchesOf(row.heard), row.durationMs),
      stay: stayState(stayOf(row), deps.clock.now()),
    },
  };
}
