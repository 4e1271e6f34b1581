import { useEffect, useState } from 'react';

/** What the top bar, or a toast over it, covers at most, in rem. */
const covered = 6;
/** Less than the padding of an element: a border that ends between two pixels never counts as whole. */
const whole = 0.98;

/** Whether any part of an element is outside the window or below the top bar. */
export function useCutOff(element: Element | null): boolean {
  const [isCutOff, setCutOff] = useState(false);
  useEffect(() => {
    if (element === null) return;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const seen = new IntersectionObserver(
      // A busy page gets several changes at once, the oldest first.
      (entries) => setCutOff((entries.at(-1)?.intersectionRatio ?? 1) < whole),
      { rootMargin: `-${Math.round(covered * rem)}px 0px 0px 0px`, threshold: whole },
    );
    seen.observe(element);
    return () => {
      seen.disconnect();
      // Nothing is known about a removed element.
      setCutOff(false);
    };
  }, [element]);
  return isCutOff;
}
