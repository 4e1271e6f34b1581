const patienceSeconds = 8;

export interface StallWatch {
  readonly start: () => void;
  readonly stop: () => void;
}

/** Tells when the position has not moved for eight seconds; a lost connection never fires an error. */
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
