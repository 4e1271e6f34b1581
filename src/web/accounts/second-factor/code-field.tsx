import { isRefusal } from '#web/api-failures.ts';
import { TextField } from '#web/ui/text-field.tsx';

interface CodeFieldProps {
  value: string;
  onChange: (code: string) => void;
  error: string | undefined;
  /** Whether a recovery code does as well. */
  takesRecoveryCode?: boolean;
  autoFocus?: boolean;
}

/** What is wrong with the code of a failed act; undefined when something else was. */
export const codeError = (error: unknown): string | undefined =>
  isRefusal(error, 'wrong_code') || isRefusal(error, 'code_used') ? error.message : undefined;

export const mayBeCode = (code: string): boolean => code.replaceAll(/[\s-]/g, '').length >= 6;

/** The six digits of an authenticator app, or a recovery code. */
export function CodeField({ value, onChange, error, takesRecoveryCode = false, autoFocus }: CodeFieldProps) {
  return (
    <TextField
      label="Code"
      autoComplete="one-time-code"
      inputMode={takesRecoveryCode ? 'text' : 'numeric'}
      spellCheck="false"
      {...(autoFocus === undefined ? {} : { autoFocus })}
      value={value}
      onChange={onChange}
      error={error}
      hint={
        takesRecoveryCode
          ? 'The six digits of your authenticator app, or one of your recovery codes.'
          : 'The six digits that your authenticator app shows now.'
      }
    />
  );
}
