import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { CheckboxButton, CheckboxField } from 'react-aria-components/Checkbox';
import { FieldNotes } from './field-notes.tsx';

export interface CheckboxProps {
  children: ReactNode;
  hideLabel?: boolean;
  isSelected: boolean;
  onChange: (on: boolean) => void;
  error?: string | undefined;
  isDisabled?: boolean;
  name?: string;
}

export function Checkbox({ children, hideLabel = false, error, ...rest }: CheckboxProps) {
  return (
    <CheckboxField {...rest} isInvalid={error !== undefined} className="group grid">
      <CheckboxButton
        className={`flex min-h-11 cursor-pointer items-center gap-3 data-disabled:text-muted lg:min-h-9 ${hideLabel ? '-mx-3 px-3' : ''}`}
      >
        <span
          aria-hidden
          className="grid size-5 shrink-0 place-items-center border border-rest group-data-invalid:border-rose group-data-selected:border-brass-mark group-data-selected:bg-brass"
        >
          <Check size={16} strokeWidth={3} className="invisible text-on-brass group-data-selected:visible" />
        </span>
        <span className={hideLabel ? 'sr-only' : ''}>{children}</span>
      </CheckboxButton>
      <FieldNotes error={error} />
    </CheckboxField>
  );
}
