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
    const observer = new MutationObserver((changes) => {
      const lost = focused;
      if (lost === null || lost.isConnected) return;
      focused = null;
      const change = changes.find(({ removedNodes }) =>
        [...removedNodes].some((node) => node.contains(lost)),
      );
      // After the effects of the components, which may know a better place.
      setTimeout(() => {
        if (document.activeElement === document.body) focusHeading(root, change?.target);
      });
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

function focusHeading(root: HTMLElement, near: Node | undefined): void {
  const around =
    near instanceof Element && root.contains(near) ? near.closest('section, article, form, main') : root;
  const heading =
    (around ?? root).querySelector<HTMLElement>('h1, h2, h3') ?? root.querySelector('h1') ?? root;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
