import { useEffect, useState } from 'react';

const leastShare = 0.5;

/** Whether an element has been scrolled away, or not yet been reached. */
export function useOutOfView(element: Element | null): boolean {
  const [isOut, setOut] = useState(false);
  useEffect(() => {
    if (element === null) return;
    // The top bar covers 56 px of the window, and what lies at a phone's lower edge 64. Half an element is of no use.
    const seen = new IntersectionObserver(
      ([entry]) => setOut(entry !== undefined && entry.intersectionRatio < leastShare),
      { rootMargin: '-56px 0px -64px 0px', threshold: leastShare },
    );
    seen.observe(element);
    return () => seen.disconnect();
  }, [element]);
  return isOut;
}
