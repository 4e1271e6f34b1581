import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { MomentKind } from '#contract/music/tracks/moment-kinds.ts';
import type { Moment } from '#contract/music/tracks/tracks.ts';
import type { ComparedSide } from '#contract/music/versions/version-rules.ts';
import type { ServedTrack } from '#contract/reviewing/listening/listening.ts';
import type { StayState } from '#contract/reviewing/listening/stay-states.ts';
import type { TrackLoss } from './listening-failures.ts';
import { shownSeconds } from './listening-session.ts';
import { createListeningTracker } from './listening-tracker.ts';
import { audibleSeconds } from './pair-rules.ts';
import { useMediaSession } from './use-media-session.ts';
import { type Player, usePlayer } from './use-player.ts';

export interface Listening {
  readonly player: Player;
  /** The length of what is audible. */
  readonly durationSeconds: number;
  /** Whole seconds; 60 only once the server has unlocked the review. */
  readonly listenedSeconds: number;
  readonly unlocked: boolean;
  /** Heard without pay, so nothing counts. */
  readonly isUnpaid: boolean;
  /** Seconds passed in a hidden tab and did not count. */
  readonly playedHidden: boolean;
  /** The current part has already counted. */
  readonly repeats: boolean;
  /** Reports do not reach the server. */
  readonly isCutOff: boolean;
  /** The state of the choice at the end of the paid minute. */
  readonly stay: StayState | null;
  /** The listener's marks. */
  readonly moments: readonly Moment[];
  /** Marks the current moment, or removes its mark. */
  readonly mark: (kind: MomentKind) => void;
  /** In a comparison: the audible side, and different seconds heard of each. */
  readonly sides: ComparedSides | null;
  /** Call it when something was written. */
  readonly typed: () => void;
  /** Stops playback before the track is left; resolves when the server knows all that was heard. */
  readonly settle: () => Promise<void>;
}

export interface ComparedSides {
  readonly audible: ComparedSide;
  readonly heard: Readonly<Record<ComparedSide, number>>;
  readonly switchTo: (side: ComparedSide) => void;
}

/**
 * Plays a served track and proves the listening to the server. Use the track as the component's key.
 * @param onLost called if the track is no longer served to this listener
 */
export function useListening(track: ServedTrack, onLost: (why: TrackLoss) => void): Listening {
  const { player, audio } = usePlayer(track);
  const [tracker] = useState(() => createListeningTracker(track, audio));
  const session = useSyncExternalStore(tracker.subscribe, tracker.session);
  const lost = useEffectEvent(onLost);
  useEffect(() => tracker.open((why) => lost(why)), [tracker]);
  const moments = useSyncExternalStore(tracker.subscribe, tracker.moments);
  // Playing after the paid minute means choosing to keep listening.
  const play = () => {
    if (session.stay === 'offered' && !session.playing) tracker.choose();
    player.play();
  };
  const durationSeconds = audibleSeconds(track, audio.pair?.side());
  const within = (seconds: number) => Math.min(Math.max(0, seconds), durationSeconds);
  const reported = {
    ...player,
    play,
    toggle: () => (player.isPlaying ? player.pause() : play()),
    within,
    seek: (seconds: number) => tracker.seek(within(seconds)),
  };
  useMediaSession({ ...track, durationSeconds }, reported);
  return {
    player: reported,
    durationSeconds,
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
