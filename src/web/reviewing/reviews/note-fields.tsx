import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { noteLength } from '#contract/business-rules.ts';
import type { ReviewDraft } from '#contract/reviewing/reviews/review-drafts.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { formatDuration, spokenDuration } from '#web/ui/display/duration.ts';

type Notes = ReviewDraft['notes'];

export interface NoteFieldsProps {
  notes: Notes;
  change: (notes: Notes) => void;
  seek: (seconds: number) => void;
  /** A note was just added; it is the last one. */
  takesFocus: boolean;
  isReadOnly: boolean;
}

/** Enter in a note must not submit the review. */
const stay = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && !(event.ctrlKey || event.metaKey)) event.preventDefault();
};

/** The notes of a review in the order in which they were added. Each time seeks to its moment. */
export function NoteFields({ notes, change, seek, takesFocus, isReadOnly }: NoteFieldsProps) {
  // Notes that exist at the first render were not just added.
  const [atFirst] = useState(takesFocus ? notes.length - 1 : notes.length);
  return (
    <ul aria-label="Notes" className="grid gap-2">
      {notes.map((each, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a note is its place, and two may be alike
        <li key={place} className="flex items-center gap-2">
          <Button
            variant="quiet"
            size="small"
            aria-label={`Hear ${spokenDuration(each.atSecond)}`}
            onPress={() => seek(each.atSecond)}
          >
            <span className="tabular">{formatDuration(each.atSecond)}</span>
          </Button>
          <div className="min-w-0 flex-1">
            <TextField
              label={`Note at ${spokenDuration(each.atSecond)}`}
              hideLabel
              value={each.note}
              onChange={(note) =>
                change(notes.map((other, at) => (at === place ? { ...each, note } : other)))
              }
              onKeyDown={stay}
              autoFocus={place === notes.length - 1 && place >= atFirst}
              isReadOnly={isReadOnly}
              maxLength={noteLength}
            />
          </div>
          <IconButton
            label={`Remove the note at ${spokenDuration(each.atSecond)}`}
            onPress={() => change(notes.filter((_, at) => at !== place))}
            isDisabled={isReadOnly}
          >
            <X aria-hidden size={20} strokeWidth={1.75} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
