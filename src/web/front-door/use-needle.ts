import { useEffect, useState } from 'react';

const start = 26;
const step = 250;

/**
 * Where the needle of the drawing stands, in seconds: it moves as slowly as real music, returns at the end, and
 * stands still where reduced motion is wanted or the tab is hidden.
 */
export function useNeedle(duration: number): number {
  const [position, setPosition] = useState(start);
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setPosition((at) => (at + step / 1000) % duration);
    }, step);
    return () => clearInterval(timer);
  }, [duration]);
  return position;
}
