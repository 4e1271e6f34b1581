import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { Moment, ServedTrack } from '#contract/listening/listening.ts';
import type { MomentKind } from '#contract/listening/moment-kinds.ts';
import type { StayState } from '#contract/listening/stay-states.ts';
import type { ComparedSide } from '#contract/versions/version-rules.ts';
import type { TrackLoss } from './listening-failures.ts';
import { shownSeconds } from './listening-session.ts';
import { createListeningTracker } from './listening-tracker.ts';
import { useMediaSession } from './use-media-session.ts';
import { type Player, usePlayer } from './use-player.ts';

export interface Listening {
  readonly player: Player;
  /** Whole seconds, 60 only once the server has unlocked the review. */
  readonly listenedSeconds: number;
  readonly unlocked: boolean;
  /** It is heard without pay, so nothing of it counts. */
  readonly isUnpaid: boolean;
  /** Seconds went by in a hidden tab and did not count. */
  readonly playedHidden: boolean;
  /** What plays now has counted before. */
  readonly repeats: boolean;
  /** The server cannot be told of the listening. */
  readonly isCutOff: boolean;
  /** What became of the choice at the end of the paid minute. */
  readonly stay: StayState | null;
  /** What the listener has marked. */
  readonly moments: readonly Moment[];
  /** Marks the moment that plays, or takes its mark back. */
  readonly mark: (kind: MomentKind) => void;
  /** Of a comparison: what is audible, and different seconds heard of each side. */
  readonly sides: ComparedSides | null;
  /** Tells that something was written. */
  readonly typed: () => void;
  /** Stops the sound before the track is left; resolves when the server knows all that was heard. */
  readonly settle: () => Promise<void>;
}

export interface ComparedSides {
  readonly audible: ComparedSide;
  readonly heard: Readonly<Record<ComparedSide, number>>;
  readonly switchTo: (side: ComparedSide) => void;
}

/**
 * Plays one served track and proves the listening to the server. Give the component that uses it the track as key.
 * @param onLost the track is no longer being served to this listener
 */
export function useListening(track: ServedTrack, onLost: (why: TrackLoss) => void): Listening {
  const { player, audio } = usePlayer(track);
  const [tracker] = useState(() => createListeningTracker(track, audio));
  const session = useSyncExternalStore(tracker.subscribe, tracker.session);
  const lost = useEffectEvent(onLost);
  useEffect(() => tracker.open((why) => lost(why)), [tracker]);
  const moments = useSyncExternalStore(tracker.subscribe, tracker.moments);
  // After the paid minute to play is to choose to keep listening.
  const play = () => {
    if (session.stay === 'offered' && !session.playing) tracker.choose();
    player.play();
  };
  const reported = {
    ...player,
    play,
    toggle: () => (player.isPlaying ? player.pause() : play()),
    seek: (seconds: number) => tracker.seek(player.within(seconds)),
  };
  useMediaSession(track, reported);
  return {
    player: reported,
    listenedSeconds: shownSeconds(session),
    unlocked: session.unlocked,
    isUnpaid: track.isUnpaid,
    playedHidden: session.playedHidden,
    repeats: session.repeats && session.playing && !session.unlocked,
    isCutOff: session.isCutOff,
    stay: session.stay,
    moments,
    mark: tracker.mark,
    sides: audio.pair &&
      session.compared && {
        audible: audio.pair.side(),
        heard: session.compared,
        switchTo: tracker.switchTo,
      },
    typed: tracker.typed,
    settle: tracker.settle,
  };
}
