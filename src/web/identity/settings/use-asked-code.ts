import { useState } from 'react';
import { isRefusal } from '#web/calls/api-failures.ts';
import { checkCode } from './code-field.tsx';

/** The second-factor code of a form, which is only asked for if two-factor sign-in is on. */
export function useAskedCode() {
  const [needsCode, setNeedsCode] = useState(false);
  return {
    needsCode,
    check: (code: string) => (needsCode ? checkCode(code) : null),
    /** The part of the request body with the code. */
    sent: (code: string) => (needsCode ? { code } : {}),
    /** Whether the call failed only because the code is missing; the field is then shown. */
    askFor: (error: unknown): boolean => {
      if (!isRefusal(error, 'second_factor_needed')) return false;
      setNeedsCode(true);
      return true;
    },
  };
}
