import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select, SelectValue } from 'react-aria-components/Select';
import { FieldNotes, inputStyle, labelStyle } from './field-notes.tsx';

export interface SelectFieldProps<Value extends string> {
  label: string;
  hideLabel?: boolean;
  options: readonly { value: Value; label: string }[];
  value: Value | null;
  onChange: (value: Value) => void;
  placeholder?: string;
  hint?: ReactNode;
  error?: string | undefined;
  name?: string;
  isDisabled?: boolean;
  isRequired?: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
}

function Option({ value, label }: { value: string; label: string }) {
  return (
    <ListBoxItem
      id={value}
      textValue={label}
      className="flex min-h-11 cursor-pointer items-center justify-between gap-3 px-3 -outline-offset-2 data-focused:bg-raised data-selected:text-brass-ink lg:min-h-9"
    >
      {({ isSelected }) => (
        <>
          {label}
          {isSelected && <Check aria-hidden size={16} />}
        </>
      )}
    </ListBoxItem>
  );
}

/** A select field with type-ahead. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, hideLabel, options, value, onChange, hint, error, buttonRef, placeholder, ...rest } = props;
  const choose = (key: unknown) => {
    const chosen = options.find((option) => option.value === key);
    if (chosen !== undefined) onChange(chosen.value);
  };
  return (
    <Select
      {...rest}
      {...(placeholder === undefined ? {} : { placeholder })}
      value={value}
      onChange={choose}
      isInvalid={error !== undefined}
      className="group grid grid-cols-[minmax(0,1fr)] gap-1.5"
    >
      <Label className={hideLabel ? 'sr-only' : labelStyle}>{label}</Label>
      <Button
        {...(buttonRef === undefined ? {} : { ref: buttonRef })}
        className={`${inputStyle} flex cursor-pointer items-center justify-between gap-3 text-start group-data-invalid:border-rose`}
      >
        <SelectValue className="min-w-0 truncate data-placeholder:text-muted">
          {({ isPlaceholder, defaultChildren, selectedText }) => (
            // React Aria's own text is in no element of its own, see jsx-runtime.
            <span>{isPlaceholder ? defaultChildren : selectedText}</span>
          )}
        </SelectValue>
        <ChevronDown aria-hidden size={18} className="shrink-0" />
      </Button>
      <FieldNotes hint={hint} error={error} />
      <Popover
        offset={4}
        className="max-h-80 w-(--trigger-width) min-w-40 overflow-auto border border-rest bg-panel"
      >
        <ListBox>
          {options.map((option) => (
            <Option key={option.value} {...option} />
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
