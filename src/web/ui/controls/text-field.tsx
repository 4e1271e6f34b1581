import type { ReactNode, Ref } from 'react';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import {
  type TextFieldProps as AriaProps,
  TextField as AriaTextField,
} from 'react-aria-components/TextField';
import { FieldNotes, inputStyle, labelStyle } from './field-notes.tsx';

export interface FieldProps extends Omit<AriaProps, 'children' | 'className' | 'style' | 'isInvalid'> {
  label: string;
  hideLabel?: boolean;
  hint?: ReactNode;
  /** If set, the field is invalid. */
  error?: string | undefined;
  counter?: ReactNode;
  placeholder?: string;
}

export interface TextFieldProps extends FieldProps {
  inputRef?: Ref<HTMLInputElement>;
  /** Shown before the input, for example `$`. */
  prefix?: string;
}

export function TextField(props: TextFieldProps) {
  const { label, hideLabel, hint, error, counter, placeholder, inputRef, prefix, ...others } = props;
  // As in TextArea: native autofocus.
  const { autoFocus = false, ...rest } = others;
  return (
    <AriaTextField {...rest} isInvalid={error !== undefined} className="grid gap-1.5">
      <Label className={hideLabel ? 'sr-only' : labelStyle}>{label}</Label>
      <div className="relative">
        {prefix !== undefined && (
          <span aria-hidden className="absolute inset-y-0 start-0 grid w-8 place-items-center text-muted">
            {prefix}
          </span>
        )}
        <Input
          {...(inputRef === undefined ? {} : { ref: inputRef })}
          {...(placeholder === undefined ? {} : { placeholder })}
          autoFocus={autoFocus}
          dir={prefix === undefined ? 'auto' : 'ltr'}
          className={`${inputStyle}${prefix === undefined ? '' : ' ps-8 tabular'}`}
        />
      </div>
      <FieldNotes hint={hint} error={error} counter={counter} />
    </AriaTextField>
  );
}
