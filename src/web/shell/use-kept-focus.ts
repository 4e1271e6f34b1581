import { useEffect } from 'react';

/**
 * For frames: if the focused element of the page disappears, for example a pressed button that was replaced, the
 * heading around it gets the focus. Otherwise keyboard users would start over at the top of the page, and screen
 * readers would say nothing.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    const root = document.getElementById('content');
    if (root === null) return;
    let focused: Element | null = null;
    const remember = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : null;
    };
    // The user left it. Some browsers send this for an element that is being removed, too.
    const forget = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (target === focused && focused?.isConnected) focused = null;
      });
    /** Where the lost element was; undefined if nothing waits for a heading. */
    let lostAt: Node | undefined;
    const settle = () => {
      if (lostAt === undefined) return;
      const heading = headingAround(lostAt, root);
      if (document.activeElement !== document.body) lostAt = undefined;
      // While a page loads it has no heading: the next change looks again.
      else if (heading !== null) {
        lostAt = undefined;
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      }
    };
    const observer = new MutationObserver((changes) => {
      if (focused !== null && !focused.isConnected) {
        const lost = focused;
        focused = null;
        const change = changes.find(({ removedNodes }) =>
          [...removedNodes].some((node) => node.contains(lost)),
        );
        lostAt = replacementIn(changes, change?.target) ?? change?.target ?? root;
      }
      // After the effects of the components, which may know a better place.
      if (lostAt !== undefined) setTimeout(settle);
    });
    root.addEventListener('focusin', remember);
    root.addEventListener('focusout', forget);
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      root.removeEventListener('focusin', remember);
      root.removeEventListener('focusout', forget);
      observer.disconnect();
    };
  }, []);
}

/** What has come beside the lost element, for example the next form of a panel, if it has a heading of its own. */
function replacementIn(changes: readonly MutationRecord[], place: Node | undefined): Element | undefined {
  return changes
    .filter(({ target }) => target === place)
    .flatMap(({ addedNodes }) => [...addedNodes])
    .find((node): node is Element => node instanceof Element && node.querySelector('h1, h2, h3') !== null);
}

/** The first heading in the nearest element around that has one. */
function headingAround(place: Node, root: HTMLElement): HTMLElement | null {
  let around: Node | null = root.contains(place) ? place : root;
  for (; around !== null; around = around.parentNode) {
    const heading = around instanceof Element ? around.querySelector<HTMLElement>('h1, h2, h3') : null;
    if (heading !== null || around === root) return heading;
  }
  return null;
}
