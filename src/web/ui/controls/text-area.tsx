import type { Ref } from 'react';
import { Label } from 'react-aria-components/Label';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField } from 'react-aria-components/TextField';
import { FieldNotes, inputStyle, labelStyle } from './field-notes.tsx';
import type { FieldProps } from './text-field.tsx';

export interface TextAreaProps extends FieldProps {
  inputRef?: Ref<HTMLTextAreaElement>;
  rows?: number;
  /** On phones smaller, with the label for screen readers only, to leave room for the keyboard. */
  isCompact?: boolean;
}

export function TextArea(props: TextAreaProps) {
  const { label, hideLabel, hint, error, counter, placeholder, inputRef, rows = 5, ...others } = props;
  // Native autofocus: React Aria's is delayed after a press, and a dialog may take the focus in between.
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
        dir="auto"
        autoFocus={autoFocus}
        className={`${inputStyle} ${isCompact ? 'max-md:h-27' : ''}`}
      />
      <FieldNotes hint={hint} error={error} counter={counter} />
    </AriaTextField>
  );
}
