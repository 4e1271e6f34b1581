import { plainAccount } from '#contract/plain-text.ts';
import { isRefusal } from '#web/calls/api-failures.ts';
import type { FormField } from '#web/forms/use-form.ts';
import { TextField } from '#web/ui/controls/text-field.tsx';

type TypedText = Pick<FormField<string>, 'value' | 'onChange' | 'error'>;

interface CodeFieldProps extends TypedText, Partial<Omit<FormField<string>, keyof TypedText>> {
  /** Whether a recovery code is accepted as well. */
  takesRecoveryCode?: boolean;
  autoFocus?: boolean;
}

/** The error to show at the code field; undefined if something else failed. */
export const codeError = (error: unknown): string | undefined =>
  isRefusal(error, 'wrong_code') || isRefusal(error, 'code_used') ? error.message : undefined;

export const mayBeCode = (code: string): boolean => plainAccount(code).length >= 6;

export const checkCode = (code: string): string | null => (mayBeCode(code) ? null : 'Enter the code.');

/** Maps the refusals of a code to the form field `code`. */
export const codeRefusals = { wrong_code: 'code', code_used: 'code' } as const;

/** The six digits of an authenticator app, or a recovery code. */
export function CodeField({ takesRecoveryCode = false, autoFocus, ...field }: CodeFieldProps) {
  return (
    <TextField
      {...field}
      label="Code"
      autoComplete="one-time-code"
      inputMode={takesRecoveryCode ? 'text' : 'numeric'}
      spellCheck="false"
      {...(autoFocus === undefined ? {} : { autoFocus })}
      hint={
        takesRecoveryCode
          ? 'The six-digit code from your authenticator app, or a recovery code.'
          : 'The six-digit code your authenticator app shows now.'
      }
    />
  );
}
