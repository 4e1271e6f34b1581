import type { z } from 'zod';
import type { listTrackNotes } from '#contract/reviews.ts';
import { formatDuration, spokenDuration } from '#web/ui/display/duration.ts';
import { Stars } from '#web/ui/display/stars.tsx';

type Notes = z.output<typeof listTrackNotes.answer>['notes'];

/** What listeners said of moments of the track, in its order: the words of the marks on the waveform. */
export function MomentNotes({ notes }: { notes: Notes }) {
  return (
    <section aria-labelledby="moment-notes" className="grid gap-2">
      <h3 id="moment-notes" className="text-xl">
        Notes on moments
      </h3>
      <ol className="max-h-96 overflow-y-auto border-y border-line">
        {notes.map(({ reviewId, atSecond, note, listenerName, rating }, place) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: one review may say the same twice of one moment
            key={`${reviewId}-${place}`}
            className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-t border-line py-3 first:border-t-0"
          >
            <span className="tabular font-semibold text-brass">
              <span aria-hidden>{formatDuration(atSecond)}</span>
              <span className="sr-only">At {spokenDuration(atSecond)}</span>
            </span>
            <span className="min-w-60 flex-1">{note}</span>
            <span className="flex items-baseline gap-3 text-sm text-muted">
              {listenerName}
              <Stars value={rating} label={`${rating} of 5 stars`} size={12} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
