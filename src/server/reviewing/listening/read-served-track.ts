import { blindTitle } from '#contract/business-rules.ts';
import { secondsToCompare } from '#contract/music/versions/version-rules.ts';
import type { ServedTrack, Comparison as ToldComparison } from '#contract/reviewing/listening/listening.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Caller } from '../../foundation/caller.ts';
import { makePlaybackLink } from '../../music/tracks/audio/playback-link-rules.ts';
import {
  bySide,
  type Comparison,
  chosenSide,
  comparisonOf,
  heardSeconds,
  isBlindStill,
  isCompared,
} from '../../music/tracks/comparison.ts';
import { signedCoverUrl } from '../../music/tracks/cover-rules.ts';
import { levels, sentBeforeChoice } from '../../music/tracks/version-rules.ts';
import { stretchesOf, toldHeard } from './heard-rules.ts';
import { servedTrack } from './lease-store.ts';
import { comparedMilliseconds } from './prove-report.ts';
import { stayState } from './stay-rules.ts';
import { stayOf } from './stay-store.ts';

/** The track that the caller is being served, or the one that comes after it, with a fresh playback link. */
export async function readServedTrack(
  deps: Needs,
  tx: Transaction,
  caller: Caller,
  which: 'served' | 'coming',
): Promise<ServedTrack | null> {
  const row = await servedTrack.one(tx, {
    listenerId: caller.userId,
    isComing: which === 'coming',
  });
  if (!row) return null;
  const linkTo = (trackId: string) =>
    makePlaybackLink(
      deps.keys.playbackLinks,
      { trackId, userId: caller.userId, sessionId: caller.sessionId },
      deps.clock.now(),
    );
  const pair = { listenerId: caller.userId, trackId: row.ownId, isReturning: row.isReturning };
  const comparison = await comparisonOf(tx, pair);
  // A track that has ended plays nothing and offers no choice: its review is like any other.
  const isOver = row.endedFor !== null;
  const { servedId, isBlind, isUnpaid, isLoose, durationMs } = row;
  const shown = !isOver && isCompared(comparison) ? toldComparison(comparison, { linkTo, isBlind }) : null;
  return {
    trackId: servedId,
    isBlind,
    isUnpaid,
    isLoose,
    ...(isBlind ? unnamed : named(deps, row)),
    genre: row.genre,
    rewardCents: row.rewardCents,
    positionSeconds: row.positionMs / 1000,
    durationSeconds: toldSeconds(durationMs, isBlind),
    playbackLink: shown?.a.playbackLink ?? linkTo(servedId),
    moments: row.moments,
    ended:
      row.endedFor && row.sendableUntil
        ? { why: row.endedFor, sendableUntil: row.sendableUntil.toISOString() }
        : null,
    questions: row.questions,
    ...(shown && isBlindStill(comparison) ? comparedBlind(comparison, shown, isBlind) : {}),
    comparison: shown,
    progress: progressOf(deps, row, comparison),
  };
}

type Needs = Pick<Dependencies, 'keys' | 'clock'>;
type Row = NonNullable<Awaited<ReturnType<typeof servedTrack.one>>>;

const named = (
  { keys, clock }: Needs,
  { title, description, artistId, artistName, peaks, coverKey }: Row,
) => ({
  title,
  description,
  artistId,
  artistName,
  peaks: peaks?.toString('base64') ?? null,
  coverUrl: signedCoverUrl(keys.coverLinks, coverKey, clock.now()),
});
// The waveform could be matched with those in public lists.
const unnamed = {
  title: blindTitle,
  description: null,
  artistId: null,
  artistName: null,
  peaks: null,
  coverUrl: null,
};

/** Before the choice, nothing that only the new version has is revealed; the former one is known. */
const comparedBlind = ({ formerTitle }: Comparison, { a, b }: ToldComparison, isBlind: boolean) => ({
  durationSeconds: Math.max(a.durationSeconds, b.durationSeconds),
  title: isBlind ? blindTitle : formerTitle,
  description: null,
  peaks: null,
  coverUrl: null,
  moments: [],
  questions: [],
});

function progressOf(
  { clock }: Pick<Dependencies, 'clock'>,
  row: Row,
  comparison: Comparison | undefined,
): ServedTrack['progress'] {
  const unlocked = row.unlockedAt !== null;
  const stay = row.isUnpaid ? null : stayState(stayOf(row), clock.now());
  if (!comparison) {
    const heard = toldHeard(stretchesOf(row.heard), row.durationMs);
    return { listenedSeconds: row.listenedMs / 1000, unlocked, heard, stay, compared: null };
  }
  // The player starts with A, and learns A's figures when it reports.
  return {
    listenedSeconds: comparedMilliseconds(row.listenedMs, comparison) / 1000,
    unlocked,
    heard: [],
    stay,
    compared: isCompared(comparison) ? bySide(comparison, heardSeconds(comparison)) : null,
  };
}

/** An exact length could be matched with those in public lists. */
const toldSeconds = (durationMs: number, isHidden: boolean): number =>
  isHidden ? Math.ceil(durationMs / 1000) : durationMs / 1000;

interface HowTold {
  readonly linkTo: (trackId: string) => ServedTrack['playbackLink'];
  readonly isBlind: boolean;
}

function toldComparison(comparison: Comparison, { linkTo, isBlind }: HowTold): ToldComparison {
  const {
    aId,
    bId,
    newSide,
    newDurationMs,
    newByteLength,
    formerDurationMs,
    formerByteLength,
    newLufs,
    formerLufs,
    version,
    formerVersion,
    choice,
  } = comparison;
  const ofNew = { durationMs: newDurationMs, byteLength: newByteLength };
  const ofFormer = { durationMs: formerDurationMs, byteLength: formerByteLength };
  const sent = choice === null ? sentBeforeChoice(ofNew, ofFormer) : undefined;
  const durations = bySide(comparison, {
    new: (sent ?? ofNew).durationMs,
    former: (sent ?? ofFormer).durationMs,
  });
  const levelOf = bySide(comparison, levels(newLufs, formerLufs));
  const side = (id: string, which: 'a' | 'b') => ({
    id,
    playbackLink: linkTo(id),
    durationSeconds: toldSeconds(durations[which], isBlind || choice === null),
    level: levelOf[which],
    secondsToHear: secondsToCompare(durations[which]),
  });
  return {
    a: side(aId, 'a'),
    b: side(bId, 'b'),
    version,
    formerVersion,
    choice: chosenSide(comparison),
    newSide: choice === null ? null : newSide,
  };
}
