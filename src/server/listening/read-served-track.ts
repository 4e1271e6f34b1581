import { blindTitle } from '#contract/business-rules.ts';
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
  const { servedId, isBlind, durationMs, peaks } = row;
  const claims = { trackId: servedId, userId: caller.userId, sessionId: caller.sessionId };
  return {
    trackId: servedId,
    isBlind,
    ...(isBlind ? unnamed : named(row)),
    genre: row.genre,
    rewardCents: row.rewardCents,
    positionSeconds: row.positionMs / 1000,
    durationSeconds: isBlind ? Math.ceil(durationMs / 1000) : durationMs / 1000,
    // Whatever is made of the outline, anybody can make of those in public lists, and compare.
    peaks: isBlind ? null : (peaks?.toString('base64') ?? null),
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

type Row = NonNullable<Awaited<ReturnType<typeof servedTrack.one>>>;

const named = ({ title, description, artistId, artistName }: Row) => ({
  ...{ title, description, artistId, artistName },
});
const unnamed = { title: blindTitle, description: null, artistId: null, artistName: null };
