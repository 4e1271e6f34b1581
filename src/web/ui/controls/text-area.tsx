import type { Ref } from 'react';
import { Label } from 'react-aria-components/Label';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField } from 'react-aria-components/TextField';
import { FieldNotes, inputStyle, labelStyle } from './field-notes.tsx';
import type { FieldProps } from './text-field.tsx';

export interface TextAreaProps extends FieldProps {
  inputRef?: Ref<HTMLTextAreaElement>;
  rows?: number;
  /** On a phone it leaves room for the keyboard: lower, its name for screen readers only. */
  isCompact?: boolean;
}

export function TextArea(props: TextAreaProps) {
  const { label, hideLabel, hint, error, counter, placeholder, inputRef, rows = 5, ...others } = props;
  // The field itself takes the focus, as it comes: React Aria waits after a press, and a dialog may take it meanwhile.
  const { isCompact = false, autoFocus = false, ...rest } = others;
  return (
    <AriaTextField {...rest} isInvalid={error !== undefined} className="grid gap-1.5">
      <Label className={hideLabel ? 'sr-only' : `${labelStyle} ${isCompact ? 'max-md:sr-only' : ''}`}>
        {label}
      </Label>
      <AriaTextArea
        {...(inputRef === undefined ? {} : { ref: inputRef })}
        {...(placeholder === undefined ? {} : { placeholder })}
        rows={rows}
        autoFocus={autoFocus}
        className={`${inputStyle} ${isCompact ? 'max-md:h-27' : ''}`}
      />
      <FieldNotes hint={hint} error={error} counter={counter} />
    </AriaTextField>
  );
}
