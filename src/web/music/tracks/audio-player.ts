import { playbackFailure, playFailure } from './playback-failure.ts';

const patienceSeconds = 8;

interface StallWatch {
  readonly start: () => void;
  readonly stop: () => void;
}

/** Reports when the position has not advanced for eight seconds, because a lost connection causes no error event. */
function createStallWatch(position: () => number, stalled: () => void): StallWatch {
  let timer: ReturnType<typeof setInterval> | undefined;
  let last = Number.NaN;
  let still = 0;
  const look = () => {
    const now = position();
    still = now === last ? still + 1 : 0;
    last = now;
    if (still === patienceSeconds) stalled();
  };
  const stop = () => clearInterval(timer);
  return {
    start: () => {
      stop();
      still = 0;
      timer = setInterval(look, 1000);
    },
    stop,
  };
}

export interface PlaybackState {
  /** Playback is requested: true from the press on play, even while buffering. */
  readonly isPlaying: boolean;
  /** Buffering: nothing is audible although it plays. */
  readonly isWaiting: boolean;
  /** Seconds into the track. */
  readonly position: number;
  /** The error text; null without an error. */
  readonly failure: string | null;
  /** It should play but has not advanced for eight seconds; a lost connection causes no error event. */
  readonly isStalled: boolean;
}

export type PlaybackHappening = 'started' | 'paused' | 'ended' | 'failed';

export interface AudioPlayer {
  readonly state: () => PlaybackState;
  /** The exact position in seconds; the state's may be a quarter of a second old. */
  readonly position: () => number;
  readonly subscribe: (changed: () => void) => () => void;
  /** Reports playback events with the position in seconds. */
  readonly onHappening: (heard: (happening: PlaybackHappening, position: number) => void) => () => void;
  /** Loads the audio at `url`, starting at `from` seconds. */
  readonly load: (url: string, from?: number) => void;
  readonly isLoaded: () => boolean;
  readonly unload: () => void;
  readonly play: () => Promise<void>;
  readonly pause: () => void;
  readonly seek: (seconds: number) => void;
  /** Fades the audio out, then pauses; starting or stopping it ends the fade. */
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

/** An audio element with its state as plain data, independent of components. `unload` silences it. */
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
    if (audio.hasAttribute('src')) fail(playbackFailure(audio.error));
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
      audio.currentTime = from; // Kept as the start position until the metadata is loaded.
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
