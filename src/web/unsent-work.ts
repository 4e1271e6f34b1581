import { useEffect } from 'react';

const unsent = new Set<object>();

/** Says that this form holds something that leaving the page would lose. */
export function useUnsentWork(isUnsent: boolean): void {
  useEffect(() => {
    if (!isUnsent) return;
    const form = {};
    unsent.add(form);
    return () => {
      unsent.delete(form);
    };
  }, [isUnsent]);
}

export const hasUnsentWork = (): boolean => unsent.size > 0;
