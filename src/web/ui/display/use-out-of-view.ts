import { useEffect, useState } from 'react';

/** Whether an element has been scrolled away, or not yet been reached. */
export function useOutOfView(element: Element | null): boolean {
  const [isOut, setOut] = useState(false);
  useEffect(() => {
    if (element === null) return;
    // The top bar covers 56 px of the window.
    const seen = new IntersectionObserver(([entry]) => setOut(entry !== undefined && !entry.isIntersecting), {
      rootMargin: '-56px 0px 0px 0px',
    });
    seen.observe(element);
    return () => {
      seen.disconnect();
      // Of an element that is gone nothing is known.
      setOut(false);
    };
  }, [element]);
  return isOut;
}

/**
 * Whether an element reaches below what is free of the window's lower edge.
 * @param foot so many pixels of it are not free
 */
export function useCutAtFoot(element: Element | null, foot: number): boolean {
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    if (element === null) return;
    const seen = new IntersectionObserver(
      ([entry]) => {
        const { boundingClientRect: box, rootBounds: free } = entry ?? {};
        setCut(box !== undefined && free !== undefined && free !== null && box.bottom > free.bottom);
      },
      { rootMargin: `0px 0px -${foot}px 0px`, threshold: [0, 1] },
    );
    seen.observe(element);
    return () => seen.disconnect();
  }, [element, foot]);
  return isCut;
}
