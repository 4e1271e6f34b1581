import { Chip } from '#web/ui/controls/chip.tsx';

const choices = [null, 5, 4, 3, 2, 1] as const;
export const starsText = (stars: number): string => (stars === 1 ? '1 star' : `${stars} stars`);

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
          <Chip
            key={stars}
            narrow
            chosen={stars === chosen}
            label={stars === null ? 'All reviews' : starsText(stars)}
            onChoose={() => onChoose(stars)}
          >
            {stars === null ? 'All' : `${stars}★`}
          </Chip>
        ))}
      </div>
    </fieldset>
  );
}
