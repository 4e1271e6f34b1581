import { useEffect, useRef } from 'react';
import { Chip } from '#web/ui/controls/chip.tsx';

interface FilterChipsProps<Value extends string> {
  legend: string;
  /** The chip that removes the filter. */
  all: string;
  values: readonly Value[];
  labelOf: (value: Value) => string;
  chosen: Value | undefined;
  onChoose: (value: Value | undefined) => void;
}

/** One filter of Discover. Clicking the chosen chip again removes it. */
export function FilterChips<Value extends string>(props: FilterChipsProps<Value>) {
  const { legend, all, values, labelOf, chosen, onChoose } = props;
  const row = useRef<HTMLFieldSetElement>(null);
  // On a phone the row scrolls, and the chosen chip may be beyond its edge.
  useEffect(() => {
    const chip = chosen === undefined ? null : row.current?.querySelector<HTMLElement>('[aria-pressed=true]');
    if (!row.current || !chip) return;
    row.current.scrollLeft = chip.offsetLeft - (row.current.clientWidth - chip.offsetWidth) / 2;
  }, [chosen]);
  return (
    <fieldset ref={row} className="-mx-4 relative min-w-0 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <legend className="sr-only">{legend}</legend>
      <div className="flex w-max gap-2 py-1 sm:w-auto sm:flex-wrap">
        <Chip chosen={chosen === undefined} onChoose={() => onChoose(undefined)}>
          {all}
        </Chip>
        {values.map((value) => (
          <Chip
            key={value}
            chosen={value === chosen}
            onChoose={() => onChoose(value === chosen ? undefined : value)}
          >
            {labelOf(value)}
          </Chip>
        ))}
      </div>
    </fieldset>
  );
}
