import type { ReactNode } from 'react';

interface ChipProps {
  chosen: boolean;
  onChoose: () => void;
  /** When what is shown is too short to be read aloud. */
  label?: string;
  /** For a row that has to fit a phone. */
  narrow?: boolean;
  children: ReactNode;
}

/** One of several choices in a row. */
export function Chip({ chosen, onChoose, label, narrow = false, children }: ChipProps) {
  return (
    <button
      type="button"
      className={`min-h-11 min-w-11 shrink-0 cursor-pointer border border-line font-medium text-muted hover:border-rest hover:text-text aria-pressed:border-brass-mark aria-pressed:bg-brass aria-pressed:text-on-brass lg:min-h-9 ${narrow ? 'px-2.5 sm:px-3' : 'px-4'}`}
      aria-pressed={chosen}
      aria-label={label}
      onClick={onChoose}
    >
      {children}
    </button>
  );
}
