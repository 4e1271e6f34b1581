import { Star } from 'lucide-react';
import { useState } from 'react';
import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { FieldNotes, labelStyle } from './field-notes.tsx';

export interface StarRatingProps {
  label: string;
  /** 1 to 5, null before the choice. */
  value: number | null;
  onChange: (value: number) => void;
  error?: string | undefined;
  isDisabled?: boolean;
  name?: string;
  /** On phones the label and the stars share a line. */
  isCompact?: boolean;
  starLabel?: (stars: number) => string;
}

const choices = [1, 2, 3, 4, 5];
const inEnglish = (stars: number) => (stars === 1 ? '1 star' : `${stars} stars`);

/** One to five stars as a radio group: arrows move, hovering previews. */
export function StarRating({
  label,
  value,
  onChange,
  error,
  starLabel = inEnglish,
  isCompact = false,
  ...rest
}: StarRatingProps) {
  const [pointed, setPointed] = useState(0);
  const lit = pointed || (value ?? 0);
  return (
    <RadioGroup
      {...rest}
      orientation="horizontal"
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(Number(chosen))}
      isInvalid={error !== undefined}
      className={
        isCompact
          ? 'flex flex-wrap items-center justify-between gap-x-1.5 md:grid md:gap-1.5'
          : 'grid gap-1.5'
      }
    >
      <Label className={`${labelStyle} ${isCompact ? '@max-2xs:sr-only' : ''}`}>{label}</Label>
      {/* With large text the five share the width. */}
      <div className="-ms-2 flex max-w-full">
        {choices.map((stars) => (
          <Radio
            key={stars}
            value={String(stars)}
            aria-label={starLabel(stars)}
            onHoverStart={() => setPointed(stars)}
            onHoverEnd={() => setPointed(0)}
            className="grid size-11 min-w-0 cursor-pointer place-items-center -outline-offset-2"
          >
            <Star
              aria-hidden
              size={30}
              strokeWidth={1.5}
              className={stars <= lit ? 'fill-brass text-brass-ink' : 'text-rest'}
            />
          </Radio>
        ))}
      </div>
      <FieldNotes error={error} />
    </RadioGroup>
  );
}
