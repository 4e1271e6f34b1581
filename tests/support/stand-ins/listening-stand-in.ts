import type { Listening } from '#web/reviewing/listening/use-listening.ts';

const nothing = () => undefined;

/** A player that plays nothing, after so many seconds. */
export const listeningAfter = (listenedSeconds: number): Listening => ({
  player: {
    isWaiting: false,
    isStalled: false,
    isPlaying: false,
    position: 0,
    failure: null,
    volume: 1,
    isRefreshing: false,
    play: nothing,
    pause: nothing,
    toggle: nothing,
    seek: nothing,
    within: (seconds) => seconds,
    setVolume: nothing,
    retry: nothing,
  },
  durationSeconds: 120,
  listenedSeconds,
  unlocked: listenedSeconds >= 60,
  isUnpaid: false,
  playedHidden: false,
  repeats: false,
  isCutOff: false,
  stay: null,
  moments: [],
  mark: nothing,
  sides: null,
  typed: nothing,
  settle: async () => undefined,
});
