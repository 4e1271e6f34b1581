import { useEffect, useState, useSyncExternalStore } from 'react';

/** Shorter waits are over before anyone could read the notice. */
const worthSaying = 3;
/** The rest of a day is too long for a countdown on every page. */
const longestShown = 15 * 60;

let until = 0;
const listeners = new Set<() => void>();

function become(end: number): void {
  until = end;
  for (const listener of listeners) listener();
}

/**
 * Records that reads and the session's refresh have to wait this many seconds. Refused actions show their own message.
 */
export function noteWait(seconds: number): void {
  const end = performance.now() + seconds * 1000;
  if (seconds >= worthSaying && seconds <= longestShown && end > until) become(end);
}

/** The server accepts requests again: an action succeeded, or a user signed in. */
export function clearWait(): void {
  if (until > 0) become(0);
}

/** When the wait is over, in monotonic milliseconds; 0 without one. */
export const waitEnd = (): number => until;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Seconds left to wait, counting down; null if there is no wait. */
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
