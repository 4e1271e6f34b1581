interface FilterChipsProps<Value extends string> {
  legend: string;
  /** The chip that removes the filter. */
  all: string;
  values: readonly Value[];
  labelOf: (value: Value) => string;
  chosen: Value | undefined;
  onChoose: (value: Value | undefined) => void;
}

const chip =
  'min-h-11 shrink-0 cursor-pointer border border-line px-4 font-medium text-muted hover:border-rest hover:text-text lg:min-h-9 ' +
  'aria-pressed:border-brass-mark aria-pressed:bg-brass aria-pressed:text-on-brass';

/** One filter of Discover. Clicking the chosen chip again removes it. */
export function FilterChips<Value extends string>(props: FilterChipsProps<Value>) {
  const { legend, all, values, labelOf, chosen, onChoose } = props;
  return (
    <fieldset className="-mx-4 relative min-w-0 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <legend className="sr-only">{legend}</legend>
      <div className="flex w-max gap-2 py-1 sm:w-auto sm:flex-wrap">
        <button
          type="button"
          className={chip}
          aria-pressed={chosen === undefined}
          onClick={() => onChoose(undefined)}
        >
          {all}
        </button>
        {values.map((value) => (
          <button
            key={value}
            type="button"
            className={chip}
            aria-pressed={value === chosen}
            onClick={() => onChoose(value === chosen ? undefined : value)}
          >
            {labelOf(value)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
