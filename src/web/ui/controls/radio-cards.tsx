import type { ReactNode } from 'react';
import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { FieldNotes, labelStyle } from './field-notes.tsx';

export interface RadioCard<Value extends string> {
  value: Value;
  title: string;
  body?: ReactNode;
  icon?: ReactNode;
}

export interface RadioCardsProps<Value extends string> {
  label: string;
  hideLabel?: boolean;
  options: readonly RadioCard<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  name?: string;
  error?: string | undefined;
  isDisabled?: boolean;
  /** Gives the focus to the chosen option. */
  autoFocus?: boolean;
}

function Card({ value, title, body, icon, autoFocus }: RadioCard<string> & { autoFocus: boolean }) {
  return (
    <Radio
      value={value}
      autoFocus={autoFocus}
      className="group flex cursor-pointer gap-3 border border-rest bg-panel p-4 transition-colors hover:border-muted data-selected:border-brass-mark data-selected:bg-raised"
    >
      <span
        aria-hidden
        className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border border-rest group-data-selected:border-brass-mark"
      >
        <span className="size-2 rounded-full group-data-selected:bg-brass-mark" />
      </span>
      <span className="min-w-0 grow">
        <span className="block font-semibold">{title}</span>
        {body !== undefined && <span className="block text-sm text-muted">{body}</span>}
      </span>
      {icon !== undefined && (
        <span aria-hidden className="text-muted group-data-selected:text-brass-ink">
          {icon}
        </span>
      )}
    </Radio>
  );
}

/** A choice between a few large options, side by side where there is room. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { label, hideLabel, options, onChange, error, autoFocus = false, ...rest } = props;
  const choose = (value: string) => {
    const chosen = options.find((option) => option.value === value);
    if (chosen !== undefined) onChange(chosen.value);
  };
  return (
    <RadioGroup {...rest} onChange={choose} isInvalid={error !== undefined} className="grid gap-1.5">
      <Label className={hideLabel ? 'sr-only' : labelStyle}>{label}</Label>
      <div className="grid gap-3 sm:auto-cols-fr sm:grid-flow-col">
        {options.map((option) => (
          <Card key={option.value} {...option} autoFocus={autoFocus && option.value === rest.value} />
        ))}
      </div>
      <FieldNotes error={error} />
    </RadioGroup>
  );
}
