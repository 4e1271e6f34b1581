import { type BlockerFn, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Asks before a link or the Back button leaves the page; null asks nothing. */
export function useLinkWarning(question: string | null): void {
  const { history } = useRouter();
  useEffect(() => {
    if (question === null) return;
    // A link within the page, such as 'Skip to content', leaves nothing.
    const isBlocked: BlockerFn = async ({ currentLocation: from, nextLocation: to }) =>
      (from.pathname !== to.pathname || from.search !== to.search) && !window.confirm(question);
    return history.block({ blockerFn: isBlocked, enableBeforeUnload: false });
  }, [history, question]);
}
