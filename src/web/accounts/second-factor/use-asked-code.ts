import { useState } from 'react';
import { isRefusal } from '#web/api-failures.ts';

/** The code of a second factor, for an act that asks for one only where two-factor sign-in is on. */
export function useAskedCode() {
  const [needsCode, setNeedsCode] = useState(false);
  const [code, setCode] = useState('');
  return {
    needsCode,
    code,
    setCode,
    /** What to send with the act. */
    sentCode: needsCode ? { code } : {},
    /** Whether the act failed only because the code is missing; then its field shows. */
    askForCode: (error: unknown): boolean => {
      if (!isRefusal(error, 'second_factor_needed')) return false;
      setNeedsCode(true);
      return true;
    },
  };
}
