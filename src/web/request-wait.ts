import { useEffect, useState, useSyncExternalStore } from 'react';

/** Shorter waits are over before anybody has read about them. */
const worthSaying = 3;
/** The rest of a day is no time to count down over every page. */
const longestShown = 15 * 60;

let until = 0;
const listeners = new Set<() => void>();

function become(end: number): void {
  until = end;
  for (const listener of listeners) listener();
}

/**
 * Notes that what the pages show has to wait so many seconds: reads, and the refresh of the session. An act that is refused
 * says so itself.
 */
export function noteWait(seconds: number): void {
  const end = performance.now() + seconds * 1000;
  if (seconds >= worthSaying && seconds <= longestShown && end > until) become(end);
}

/** The server takes requests again: an act went through, or somebody signed in. */
export function clearWait(): void {
  if (until > 0) become(0);
}

/** When the wait is over, in monotonic milliseconds; 0 without one. */
export const waitEnd = (): number => until;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The seconds still to wait, counting down; null when there is nothing to wait for. */
export function useWait(): number | null {
  const end = useSyncExternalStore(subscribe, waitEnd);
  const [now, setNow] = useState(() => performance.now());
  const left = Math.ceil((end - Math.max(now, performance.now())) / 1000);
  const isWaiting = left > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return isWaiting ? left : null;
}
