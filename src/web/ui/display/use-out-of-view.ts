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
    return () => seen.disconnect();
  }, [element]);
  return isOut;
}
