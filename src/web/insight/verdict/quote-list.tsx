import { formatDuration, spokenDuration } from '#web/ui/display/duration.ts';
import { Stars } from '#web/ui/display/stars.tsx';
import { type Quote, quoteAt } from './quotes.ts';

interface CurrentQuoteProps {
  quotes: readonly Quote[];
  isPlaying: boolean;
  position: number;
}

/** What a listener wrote about the second that plays. Its line is reserved; the details have the list. */
export function CurrentQuote({ quotes, isPlaying, position }: CurrentQuoteProps) {
  const now = isPlaying ? quoteAt(quotes, position) : undefined;
  return (
    <p aria-hidden dir="auto" className="h-6 truncate text-sm not-on-paper">
      {now !== undefined && (
        <>
          <span>{now.text}</span> <span className="text-muted">{now.listenerName}</span>
        </>
      )}
    </p>
  );
}

interface QuoteListProps {
  quotes: readonly Quote[];
  onPlay: (second: number) => void;
}

/** What listeners wrote about moments, in track order. */
export function QuoteList({ quotes, onPlay }: QuoteListProps) {
  if (quotes.length === 0) return null;
  return (
    <section aria-labelledby="quote-list" className="grid min-w-0 gap-3 not-on-paper">
      <h2 id="quote-list" className="text-2xl">
        Second by second
      </h2>
      <ol className="relative grid max-h-80 overflow-y-auto border-y border-line">
        {quotes.map(({ key, second, text, listenerName, rating }) => (
          <li key={key} className="border-t border-line first:border-t-0">
            <button
              type="button"
              onClick={() => onPlay(second)}
              className="grid w-full cursor-pointer grid-cols-[3.5rem_minmax(0,1fr)] gap-y-1 px-2 py-3 text-start hover:bg-panel"
            >
              <span className="tabular font-semibold text-brass-ink underline underline-offset-4">
                <span aria-hidden>{formatDuration(second)}</span>
                <span className="sr-only">Play {spokenDuration(second)}:</span>
              </span>
              <span className="min-w-0 wrap-anywhere">{text}</span>
              <span className="col-start-2 flex flex-wrap items-center gap-x-3 text-sm text-muted">
                <span className="min-w-0 wrap-anywhere">{listenerName}</span>
                <Stars value={rating} label={`${rating} of 5 stars`} size={12} />
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
