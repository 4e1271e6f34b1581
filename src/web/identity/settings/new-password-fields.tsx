import { useState } from 'react';
import { passwordLength } from '#contract/business-rules.ts';
import type { FormField } from '#web/forms/use-form.ts';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { ReasonList } from './reason-list.tsx';

export const passwordAdvice = `${passwordLength.least} characters or more. Three or four random words make a strong password that’s easy to remember.`;

interface NewPasswordFieldsProps {
  label: string;
  field: FormField<string>;
  /** Why the server rejected the password. */
  reasons: readonly string[];
}

/** A new password, with a switch to show it instead of typing it twice. */
export function NewPasswordFields({ label, field, reasons }: NewPasswordFieldsProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="grid gap-3">
      <TextField
        {...field}
        label={label}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        hint={passwordAdvice}
      />
      <ReasonList reasons={reasons} />
      <Checkbox isSelected={isShown} onChange={setShown}>
        Show password
      </Checkbox>
    </div>
  );
}
