import { useState } from 'react';
import { passwordLength } from '#contract/business-rules.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ReasonList } from './reason-list.tsx';

export const passwordAdvice = `${passwordLength.least} characters or more. A few words in a row are strong and easy to keep.`;

interface NewPasswordFieldsProps {
  label: string;
  value: string;
  onChange: (password: string) => void;
  /** The server's reasons against the password. */
  reasons: readonly string[];
}

/** Whether a new password may be sent: the server judges its strength. */
export function mayBeSent(password: string): boolean {
  const { length } = [...password];
  return length >= passwordLength.least && length <= passwordLength.most;
}

/** A new password, which can be made readable instead of being typed twice. */
export function NewPasswordFields({ label, value, onChange, reasons }: NewPasswordFieldsProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="grid gap-3">
      <TextField
        label={label}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        value={value}
        onChange={onChange}
        error={reasons.length > 0 ? 'Choose another password.' : undefined}
        hint={passwordAdvice}
      />
      <ReasonList reasons={reasons} />
      <Checkbox isSelected={isShown} onChange={setShown}>
        Show password
      </Checkbox>
    </div>
  );
}
