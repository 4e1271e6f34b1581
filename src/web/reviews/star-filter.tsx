const choices = [null, 5, 4, 3, 2, 1] as const;
export const starsText = (stars: number): string => (stars === 1 ? '1 star' : `${stars} stars`);

const chip =
  'min-h-11 cursor-pointer border border-line px-2.5 font-medium sm:px-3 text-muted hover:border-rest hover:text-text lg:min-h-9 ' +
  'aria-pressed:border-brass-mark aria-pressed:bg-brass aria-pressed:text-on-brass';

interface StarFilterProps {
  /** Null for all ratings. */
  chosen: number | null;
  onChoose: (stars: number | null) => void;
}

/** Filters reviews by number of stars. */
export function StarFilter({ chosen, onChoose }: StarFilterProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Stars</legend>
      <div className="flex flex-wrap gap-1.5 sm:gap-2">
        {choices.map((stars) => (
          <button
            key={stars}
            type="button"
            className={chip}
            aria-pressed={stars === chosen}
            aria-label={stars === null ? 'All reviews' : starsText(stars)}
            onClick={() => onChoose(stars)}
          >
            {stars === null ? 'All' : `${stars}★`}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
