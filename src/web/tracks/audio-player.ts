import { playbackFailure, playFailure } from './playback-failure.ts';
import { createStallWatch } from './stall-watch.ts';

export interface PlaybackState {
  /** Sound is wanted: true from the press on play, also while bytes are awaited. */
  readonly isPlaying: boolean;
  /** Bytes are awaited: nothing is heard although it plays. */
  readonly isWaiting: boolean;
  /** Seconds into the track. */
  readonly position: number;
  /** What went wrong, in the player's words; null while all is well. */
  readonly failure: string | null;
  /** It should play, but nothing has moved for eight seconds (a lost connection never says so itself). */
  readonly isStalled: boolean;
}

export type PlaybackHappening = 'started' | 'paused' | 'ended' | 'failed';

export interface AudioPlayer {
  readonly state: () => PlaybackState;
  /** Seconds into the track this very moment; the state's figure may be a quarter of a second old. */
  readonly position: () => number;
  readonly subscribe: (changed: () => void) => () => void;
  /** Tells what happens to the playback itself, with the seconds into the track. */
  readonly onHappening: (heard: (happening: PlaybackHappening, position: number) => void) => () => void;
  /** Fetches the audio at `url`, ready to go on at `from` seconds. */
  readonly load: (url: string, from?: number) => void;
  readonly isLoaded: () => boolean;
  readonly unload: () => void;
  readonly play: () => Promise<void>;
  readonly pause: () => void;
  readonly seek: (seconds: number) => void;
  /** Lets the sound die away and pauses it; whatever starts or stops it meanwhile ends the fading. */
  readonly fadeOut: (milliseconds: number) => void;
  /** 0 to 1. */
  readonly setVolume: (volume: number) => void;
}

const fadeStepMilliseconds = 50;

const resting: PlaybackState = {
  isPlaying: false,
  isWaiting: false,
  position: 0,
  failure: null,
  isStalled: false,
};

/** One audio element with its state as plain data. Belongs to no component; `unload` silences it. */
export function createAudioPlayer(audio: HTMLAudioElement = new Audio()): AudioPlayer {
  audio.preload = 'auto';
  let state = resting;
  const changes = new Set<() => void>();
  const happenings = new Set<(happening: PlaybackHappening, position: number) => void>();
  const change = (part: Partial<PlaybackState>) => {
    state = { ...state, ...part };
    for (const changed of changes) changed();
  };
  const position = () => (audio.readyState > 0 ? audio.currentTime : state.position);
  const tell = (happening: PlaybackHappening) => {
    for (const heard of happenings) heard(happening, position());
  };
  const stallWatch = createStallWatch(
    () => audio.currentTime,
    () => change({ isStalled: true, isWaiting: true }),
  );

  let volume = 1;
  let fading: ReturnType<typeof setInterval> | undefined;
  const endFading = () => {
    clearInterval(fading);
    fading = undefined;
    audio.volume = volume;
  };
  const fadeOut = (milliseconds: number) => {
    if (fading !== undefined) return;
    let left = Math.max(1, Math.round(milliseconds / fadeStepMilliseconds));
    const step = volume / left;
    fading = setInterval(() => {
      left -= 1;
      if (left <= 0) audio.pause();
      else audio.volume = Math.max(0, step * left);
    }, fadeStepMilliseconds);
  };

  const rest = () => {
    endFading();
    stallWatch.stop();
    change({ isPlaying: false, isWaiting: false, isStalled: false });
  };
  const fail = (failure: string) => {
    rest();
    change({ failure });
    tell('failed');
  };

  audio.addEventListener('play', () => {
    stallWatch.start();
    change({ isPlaying: true, failure: null });
    tell('started');
  });
  audio.addEventListener('playing', () => change({ isWaiting: false, isStalled: false }));
  audio.addEventListener('waiting', () => change({ isWaiting: true }));
  audio.addEventListener('timeupdate', () => {
    if (audio.readyState === 0 || audio.currentTime === state.position) return;
    change({ position: audio.currentTime, isStalled: false });
  });
  audio.addEventListener('pause', () => {
    if (audio.ended || !state.isPlaying) return;
    rest();
    tell('paused');
  });
  audio.addEventListener('ended', () => {
    rest();
    tell('ended');
  });
  audio.addEventListener('error', () => {
    if (audio.hasAttribute('src')) fail(playbackFailure(audio.error?.code));
  });

  return {
    state: () => state,
    position,
    subscribe: (changed) => {
      changes.add(changed);
      return () => changes.delete(changed);
    },
    onHappening: (heard) => {
      happenings.add(heard);
      return () => happenings.delete(heard);
    },
    load: (url, from = 0) => {
      rest();
      change({ position: from, failure: null });
      audio.src = url;
      audio.currentTime = from; // Kept as the starting place until the audio is known.
    },
    isLoaded: () => audio.hasAttribute('src'),
    unload: () => {
      rest();
      audio.removeAttribute('src');
      audio.load();
    },
    play: () =>
      audio.play().catch((error: unknown) => {
        const wasStopped = error instanceof DOMException && error.name === 'AbortError';
        if (!wasStopped && state.failure === null) fail(playFailure);
      }),
    pause: () => audio.pause(),
    seek: (seconds) => {
      audio.currentTime = seconds;
      change({ position: seconds });
    },
    fadeOut,
    setVolume: (chosen) => {
      volume = chosen;
      endFading();
    },
  };
}
