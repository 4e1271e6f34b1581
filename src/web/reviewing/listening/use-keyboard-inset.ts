import { useEffect } from 'react';

/** Sets `--keyboard-inset` to the height that a phone's keyboard covers. */
export function useKeyboardInset(): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const view = window.visualViewport;
    const measure = () => {
      const covered = view === null ? 0 : window.innerHeight - view.height - view.offsetTop;
      // A zoomed-in page only shows a part of itself; nothing covers the rest.
      const inset = view !== null && view.scale > 1 ? 0 : Math.max(0, covered);
      style.setProperty('--keyboard-inset', `${Math.round(inset)}px`);
    };
    measure();
    view?.addEventListener('resize', measure);
    view?.addEventListener('scroll', measure);
    return () => {
      view?.removeEventListener('resize', measure);
      view?.removeEventListener('scroll', measure);
      style.removeProperty('--keyboard-inset');
    };
  }, []);
}
