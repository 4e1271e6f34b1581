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
    <label className="group relative flex cursor-pointer gap-3 border border-rest bg-panel p-4 transition-colors hover:border-muted has-checked:border-brass-mark has-checked:bg-raised has-disabled:cursor-not-allowed">
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
        className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border border-rest group-has-checked:border-brass-mark"
      >
        <span className="size-2 rounded-full group-has-checked:bg-brass-mark" />
      </span>
      <span className="min-w-0 grow">
        <span className="block font-semibold">{title}</span>
        {body !== undefined && <span className="block text-sm text-muted">{body}</span>}
      </span>
      {icon !== undefined && (
        <span aria-hidden className="text-muted group-has-checked:text-brass-ink">
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
