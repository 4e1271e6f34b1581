import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Makes the browser ask before the tab is closed or reloaded. */
export function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isNeeded]);
}

/** Asks before a link or the Back button leaves the page; null asks nothing. */
export function useLinkWarning(question: string | null): void {
  const { history } = useRouter();
  useEffect(() => {
    if (question === null) return;
    return history.block({
      blockerFn: async () => !window.confirm(question),
      enableBeforeUnload: false,
    });
  }, [history, question]);
}
