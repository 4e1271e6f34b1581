import { useState } from 'react';
import { isRefusal } from '#web/api-failures.ts';
import { checkCode } from './code-field.tsx';

/** The code of a second factor, for a form that asks for one only where two-factor sign-in is on. */
export function useAskedCode() {
  const [needsCode, setNeedsCode] = useState(false);
  return {
    needsCode,
    check: (code: string) => (needsCode ? checkCode(code) : null),
    /** What to send with the act. */
    sent: (code: string) => (needsCode ? { code } : {}),
    /** Whether the act failed only because the code is missing; then its field shows. */
    askFor: (error: unknown): boolean => {
      if (!isRefusal(error, 'second_factor_needed')) return false;
      setNeedsCode(true);
      return true;
    },
  };
}
