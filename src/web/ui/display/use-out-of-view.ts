import { useEffect, useState } from 'react';

/** A busy page gets several changes at once, the oldest first. */
const latest = (entries: readonly IntersectionObserverEntry[]) => entries.at(-1);

/** Whether an element is scrolled out of view. */
export function useOutOfView(element: Element | null): boolean {
  const [isOut, setOut] = useState(false);
  useEffect(() => {
    if (element === null) return;
    // The top bar covers 56 px.
    const seen = new IntersectionObserver((entries) => setOut(latest(entries)?.isIntersecting === false), {
      rootMargin: '-56px 0px 0px 0px',
    });
    seen.observe(element);
    return () => {
      seen.disconnect();
      // Nothing is known about a removed element.
      setOut(false);
    };
  }, [element]);
  return isOut;
}

/** Whether an element extends into the covered part of the window's lower edge. @param foot covered pixels */
export function useCutAtFoot(element: Element | null, foot: number): boolean {
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    if (element === null) return;
    const seen = new IntersectionObserver(
      (entries) => {
        const { boundingClientRect: box, rootBounds: free } = latest(entries) ?? {};
        setCut(box !== undefined && free !== undefined && free !== null && box.bottom > free.bottom);
      },
      { rootMargin: `0px 0px -${foot}px 0px`, threshold: [0, 1] },
    );
    seen.observe(element);
    return () => seen.disconnect();
  }, [element, foot]);
  return isCut;
}
