import { type ReactNode, useId } from 'react';
import { labelStyle } from './field-notes.tsx';

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
  /** Focuses the chosen option. */
  autoFocus?: boolean;
}

interface CardProps extends RadioCard<string> {
  name: string;
  isChosen: boolean;
  isDisabled: boolean;
  onChoose: () => void;
  autoFocus: boolean;
}

function Card({ value, title, body, icon, name, isChosen, isDisabled, onChoose, autoFocus }: CardProps) {
  return (
    <label
      className={`relative flex gap-3 border p-4 transition-colors ${isChosen ? 'border-brass-mark bg-raised' : 'border-rest bg-panel hover:border-muted'} ${isDisabled ? 'cursor-not-allowed' : 'cursor-pointer'}`}
    >
      <input
        type="radio"
        name={name}
        value={value}
        checked={isChosen}
        disabled={isDisabled}
        onChange={onChoose}
        // biome-ignore lint/a11y/noAutofocus: a dialog opens on its chosen option
        autoFocus={autoFocus}
        className="sr-only"
      />
      <span
        aria-hidden
        className={`mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border ${isChosen ? 'border-brass-mark' : 'border-rest'}`}
      >
        <span className={`size-2 rounded-full ${isChosen ? 'bg-brass-mark' : ''}`} />
      </span>
      <span className="min-w-0 grow">
        <span className="block font-semibold">{title}</span>
        {body !== undefined && <span className="block text-sm text-muted">{body}</span>}
      </span>
      {icon !== undefined && (
        <span aria-hidden className={isChosen ? 'text-brass-ink' : 'text-muted'}>
          {icon}
        </span>
      )}
    </label>
  );
}

/** A choice between a few large options, side by side where there is room. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { label, hideLabel, options, value, onChange, error, isDisabled = false, autoFocus = false } = props;
  const id = useId();
  const { name = id } = props;
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}label`}
      aria-invalid={error !== undefined}
      aria-describedby={error === undefined ? undefined : `${id}error`}
    >
      <span id={`${id}label`} className={hideLabel ? 'sr-only' : `pb-1.5 ${labelStyle}`}>
        {label}
      </span>
      <div className="grid gap-3 sm:auto-cols-fr sm:grid-flow-col">
        {options.map((option) => (
          <Card
            key={option.value}
            {...option}
            name={name}
            isChosen={option.value === value}
            isDisabled={isDisabled}
            onChoose={() => onChange(option.value)}
            autoFocus={autoFocus && option.value === value}
          />
        ))}
      </div>
      {error !== undefined && (
        <p id={`${id}error`} className="pt-1.5 text-sm font-medium text-rose">
          {error}
        </p>
      )}
    </div>
  );
}
