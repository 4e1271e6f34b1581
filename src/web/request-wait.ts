import { useEffect, useState, useSyncExternalStore } from 'react';

/** Shorter waits are over before anybody has read about them. */
const worthSaying = 3;

let until = 0;
const listeners = new Set<() => void>();

/** Notes that the server takes no more of some calls for so many seconds. */
export function noteWait(seconds: number): void {
  const end = performance.now() + seconds * 1000;
  if (seconds < worthSaying || end <= until) return;
  until = end;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The seconds still to wait, counting down; null when there is nothing to wait for. */
export function useWait(): number | null {
  const end = useSyncExternalStore(subscribe, () => until);
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
