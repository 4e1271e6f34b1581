const patienceSeconds = 8;

export interface StallWatch {
  readonly start: () => void;
  readonly stop: () => void;
}

/** Reports when the position has not advanced for eight seconds, because a lost connection causes no error event. */
export function createStallWatch(position: () => number, stalled: () => void): StallWatch {
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
