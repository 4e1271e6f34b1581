import { type BlockerFn, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { hasUnsentWork } from './unsent-work.ts';

const warnings = new Set<object>();

/** Asks before a link or the Back button leaves the page; null asks nothing. Several warnings ask one question. */
export function useLinkWarning(question: string | null): void {
  const { history } = useRouter();
  useEffect(() => {
    if (question === null) return;
    const warning = {};
    warnings.add(warning);
    // A link within the page, such as 'Skip to content', leaves nothing.
    const isBlocked: BlockerFn = async ({ currentLocation: from, nextLocation: to }) =>
      (from.pathname !== to.pathname || from.search !== to.search) &&
      [...warnings][0] === warning &&
      hasUnsentWork() &&
      !window.confirm(question);
    const unblock = history.block({ blockerFn: isBlocked, enableBeforeUnload: false });
    return () => {
      warnings.delete(warning);
      unblock();
    };
  }, [history, question]);
}
