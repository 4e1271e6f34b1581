import { useEffect } from 'react';
import { mayLoseWork } from '#web/unsent-work.ts';

/** Makes the browser ask before the tab is closed or reloaded. */
export function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!mayLoseWork()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isNeeded]);
}
