import { useEffect } from 'react';

const unsent = new Set<object>();

/** Registers that this form has unsent input, which leaving the page would lose. */
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

let isLossAgreed = false;

/** Whether the user agreed to lose it, so nothing asks again. */
export const mayLoseWork = (): boolean => isLossAgreed;
export const agreeToLoseWork = (): void => {
  isLossAgreed = true;
};

export const hasUnsentWork = (): boolean => unsent.size > 0;
