import { Minus, Plus } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField } from 'react-aria-components/TextField';
import { FieldNotes, inputStyle, labelStyle } from './field-notes.tsx';
import { IconButton } from './icon-button.tsx';
import { typedNumber } from './typed-number.ts';

export interface NumberFieldProps {
  label: string;
  name?: string;
  /** As typed: the field can be empty. */
  value: string;
  onChange: (typed: string) => void;
  onBlur?: (event: { readonly relatedTarget: EventTarget | null }) => void;
  least: number;
  most: number;
  hint?: ReactNode;
  error?: string | undefined;
  isDisabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** A whole number between two bounds, to type or to step with the arrow keys or the buttons. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, onChange, least, most, hint, error, isDisabled = false, inputRef, ...others } = props;
  const number = typedNumber(value) ?? least;
  const step = (by: number) => onChange(String(Math.min(most, Math.max(least, number + by))));
  return (
    <TextField
      {...others}
      value={value}
      onChange={onChange}
      isDisabled={isDisabled}
      isInvalid={error !== undefined}
      className="grid gap-1.5"
    >
      <Label className={labelStyle}>{label}</Label>
      <div className="flex items-center gap-2">
        <IconButton label="One less" onPress={() => step(-1)} isDisabled={isDisabled || number <= least}>
          <Minus aria-hidden size={20} strokeWidth={1.75} />
        </IconButton>
        <div className="max-w-24 min-w-0 flex-1">
          <Input
            {...(inputRef === undefined ? {} : { ref: inputRef })}
            type="number"
            inputMode="numeric"
            min={least}
            max={most}
            step={1}
            className={`${inputStyle} tabular text-center [appearance:textfield]`}
          />
        </div>
        <IconButton label="One more" onPress={() => step(1)} isDisabled={isDisabled || number >= most}>
          <Plus aria-hidden size={20} strokeWidth={1.75} />
        </IconButton>
      </div>
      <FieldNotes hint={hint} error={error} />
    </TextField>
  );
}
