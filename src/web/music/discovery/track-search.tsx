import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { mostTracksFound } from '#contract/business-rules.ts';
import type { TrackFilter } from '#contract/music/tracks/tracks.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { useTypedSearch } from '#web/typed-search.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { searchQuery } from './discovery-queries.ts';
import { TrackWall } from './track-wall.tsx';

/** The server does not search for less. */
const fewestLetters = 2;

/** The words are in the URL once the user stops typing. */
export function SearchField({ words }: { words: string }) {
  const navigate = useNavigate({ from: '/app/discover' });
  const [typed, setTyped] = useTypedSearch(
    words,
    (wanted) =>
      void navigate({
        to: '/app/discover',
        search: ({ words: _, ...kept }) => (wanted === '' ? kept : { ...kept, words: wanted }),
        replace: true,
        resetScroll: false,
      }),
    fewestLetters,
  );
  return (
    <div className="max-w-md">
      <TextField
        label="Search by title or artist"
        type="search"
        value={typed}
        onChange={setTyped}
        maxLength={100}
      />
    </div>
  );
}

interface FoundTracksProps {
  words: string;
  filter: TrackFilter;
  /** What its tracks are called, as in "Metal tracks"; null without a filter. */
  label: string | null;
  canListen: boolean;
}

export function FoundTracks({ words, filter, label, canListen }: FoundTracksProps) {
  const { data, isError, error, isFetching, refetch } = useQuery(searchQuery(words, filter));
  if (data === undefined) {
    return isError ? (
      <LoadFailure title="Error loading tracks" onRetry={() => void refetch()} isRetrying={isFetching}>
        {failureText(error)}
      </LoadFailure>
    ) : (
      <Skeleton className="h-60 w-full" label="Searching" />
    );
  }
  if (data.items.length === 0) return <NothingFound words={words} label={label} />;
  const found = label === null ? 'Tracks' : `${label} tracks`;
  return (
    <>
      <TrackWall title={`${found} with “${words}”`} tracks={data.items} canListen={canListen} />
      {data.items.length === mostTracksFound && (
        <p className="text-muted">These are the {mostTracksFound} newest. Type more to narrow your search.</p>
      )}
    </>
  );
}

function NothingFound({ words, label }: Pick<FoundTracksProps, 'words' | 'label'>) {
  const way = { to: '/app/discover', className: buttonStyle({ variant: 'quiet' }) } as const;
  return label === null ? (
    <EmptyState title="Nothing found" action={<Link {...way}>Show all tracks</Link>}>
      No title or artist contains “{words}”.
    </EmptyState>
  ) : (
    <EmptyState
      title={`Nothing found in ${label}`}
      action={
        <Link {...way} search={{ words }}>
          Search all genres
        </Link>
      }
    >
      No {label} track has “{words}” in its title or artist.
    </EmptyState>
  );
}
