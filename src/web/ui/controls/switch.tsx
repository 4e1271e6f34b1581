import type { ReactNode } from 'react';
import { SwitchButton, SwitchField } from 'react-aria-components/Switch';
import { FieldNotes } from './field-notes.tsx';

export interface SwitchProps {
  children: ReactNode;
  hint?: ReactNode;
  isSelected: boolean;
  onChange: (on: boolean) => void;
  isDisabled?: boolean;
}

export function Switch({ children, hint, ...rest }: SwitchProps) {
  return (
    <SwitchField {...rest} className="grid">
      <SwitchButton className="group flex min-h-11 cursor-pointer items-center gap-3 font-medium data-disabled:text-muted lg:min-h-9">
        <span
          aria-hidden
          className="flex h-6 w-11 shrink-0 border border-rest p-0.5 transition-colors group-data-selected:border-brass-mark group-data-selected:bg-brass"
        >
          <span className="size-4.5 bg-muted transition-transform group-data-selected:translate-x-5 group-data-selected:bg-on-brass" />
        </span>
        {children}
      </SwitchButton>
      <FieldNotes hint={hint} />
    </SwitchField>
  );
}
