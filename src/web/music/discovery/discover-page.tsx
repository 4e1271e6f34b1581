import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type Genre, genreKeys, genreLabel } from '#contract/business-rules.ts';
import type { Discovery } from '#contract/music/discovery/discovery.ts';
import type { TrackFilter } from '#contract/music/tracks/tracks.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { useProfileMatches } from '#web/identity/profile/profile-queries.ts';
import { useSwitchRole } from '#web/identity/roles/switch-role.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { LoadMore } from '#web/ui/controls/load-more.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { discoveryQuery, publicTracksQuery } from './discovery-queries.ts';
import { FilterChips } from './filter-chips.tsx';
import { sampleTracks } from './sample-tracks.ts';
import { trackFilterOf } from './track-filter.ts';
import { FoundTracks, SearchField } from './track-search.tsx';
import { TrackWall } from './track-wall.tsx';

/** What the tracks of a filter are called, as in "Metal tracks"; null without a filter. */
const filterLabel = ({ genre }: TrackFilter): string | null =>
  genre === undefined ? null : genreLabel(genre);

const genresWithTracks = ({ genres }: Discovery): readonly Genre[] =>
  genres.filter(({ trackCount }) => trackCount > 0).map(({ genre }) => genre);

export function DiscoverPage() {
  const { words = '', ...search } = useSearch({ from: '/app/discover' });
  // The router also passes unvalidated values.
  const filter = trackFilterOf(search);
  const label = filterLabel(filter);
  const narrow = useNarrow();
  const canListen = useProfileMatches('listener');
  const { data: withTracks } = useQuery({ ...discoveryQuery({}), select: genresWithTracks });
  return (
    <div className="grid gap-8">
      <PageHeading
        lead="Unreleased tracks from artists who want to know what you think."
        actions={<StartListening canListen={canListen} />}
      >
        Hear it first
      </PageHeading>
      <SearchField words={words} />
      <FilterChips
        legend="Genres"
        all="All Genres"
        values={genreKeys.filter((genre) => genre === filter.genre || withTracks?.includes(genre))}
        labelOf={genreLabel}
        chosen={filter.genre}
        onChoose={(genre) => narrow({ genre }, { staysInPlace: true })}
      />
      {words === '' ? (
        <DiscoverContent filter={filter} label={label} canListen={canListen} />
      ) : (
        <FoundTracks words={words} filter={filter} label={label} canListen={canListen} />
      )}
    </div>
  );
}

/** Only listeners may open the queue, so it makes an artist one first, as the role switch does. */
function StartListening({ canListen }: { canListen: boolean }) {
  const switchRole = useSwitchRole('/app/review');
  return canListen ? (
    <Link to="/app/review" className={buttonStyle({ size: 'large' })}>
      Start Listening
    </Link>
  ) : (
    <Button
      size="large"
      variant="quiet"
      onPress={() => switchRole.mutate('listener')}
      isPending={switchRole.isPending}
      pendingLabel="Switching..."
    >
      Start Listening
    </Button>
  );
}

/** Changes the filters in the URL; undefined removes one. The rest of the search stays. */
function useNarrow() {
  const navigate = useNavigate({ from: '/app/discover' });
  return (part: TrackFilter, { staysInPlace }: { staysInPlace: boolean }) =>
    void navigate({
      to: '/app/discover',
      search: (kept) => ({ ...kept, ...part }),
      replace: true,
      resetScroll: !staysInPlace,
    });
}

interface DiscoverContentProps {
  filter: TrackFilter;
  label: string | null;
  canListen: boolean;
}

function DiscoverContent({ filter, label, canListen }: DiscoverContentProps) {
  const { data, isError, error, isFetching, refetch } = useQuery(discoveryQuery(filter));
  if (data === undefined) {
    if (!isError) return <CardSkeletons />;
    return <Samples message={failureText(error)} isFetching={isFetching} onRetry={() => void refetch()} />;
  }
  const { featured, newReleases, genres } = data;
  // In a small catalog New Releases shows every track, so Featured would only repeat them.
  const isSmall = newReleases.length < newReleasesShown;
  return (
    <>
      {newReleases.length === 0 && <NothingHere label={label} />}
      {featured.length > 0 && !isSmall && (
        <TrackWall title="Featured Tracks" tracks={featured} canListen={canListen} isLarge />
      )}
      {newReleases.length > 0 && (
        <TrackWall title="New Releases" tracks={newReleases} canListen={canListen} isLarge={isSmall} />
      )}
      {label !== null && !isSmall && (
        <MoreTracks filter={filter} label={label} shown={newReleases} canListen={canListen} />
      )}
      <GenreGrid genres={genres} chosen={filter.genre} />
    </>
  );
}

/** With fewer tracks, New Releases already shows every match (specification 9). */
const newReleasesShown = 6;

interface MoreTracksProps {
  filter: TrackFilter;
  label: string;
  shown: Discovery['newReleases'];
  canListen: boolean;
}

/** All matching tracks but the newest, which stand above. */
function MoreTracks(props: MoreTracksProps) {
  const query = useInfiniteQuery(publicTracksQuery(props.filter));
  if (query.data === undefined) {
    if (!query.isError) return <CardSkeletons />;
    return (
      <LoadFailure
        title="Error loading tracks"
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      >
        {failureText(query.error)}
      </LoadFailure>
    );
  }
  const shown = new Set(props.shown.map(({ trackId }) => trackId));
  const tracks = query.data.pages.flatMap((page) => page.items).filter(({ trackId }) => !shown.has(trackId));
  if (tracks.length === 0 && !query.hasNextPage) return null;
  return (
    <div className="grid justify-items-start gap-6">
      <div className="w-full">
        <TrackWall title={`More ${props.label} tracks`} tracks={tracks} canListen={props.canListen} />
      </div>
      {query.hasNextPage && (
        <LoadMore isLoading={query.isFetchingNextPage} onPress={() => query.fetchNextPage()} />
      )}
    </div>
  );
}

/** Shown after a loading failure: samples without links, labeled as such. */
function Samples(props: { message: string; isFetching: boolean; onRetry: () => void }) {
  return (
    <>
      <LoadFailure title="Sample data" onRetry={props.onRetry} isRetrying={props.isFetching}>
        The tracks did not load. These are samples, not real tracks. {props.message}
      </LoadFailure>
      <TrackWall title="Sample tracks" tracks={sampleTracks} canListen={false} isSample isLarge />
    </>
  );
}

function NothingHere({ label }: { label: string | null }) {
  if (label === null) {
    return (
      <EmptyState title="Nothing to hear yet">
        New tracks appear here as soon as artists upload them.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={`No ${label} tracks yet`}
      action={
        <Link to="/app/discover" className={buttonStyle({ variant: 'quiet' })}>
          All Genres
        </Link>
      }
    >
      The next upload appears here. Meanwhile, try another genre.
    </EmptyState>
  );
}

function CardSkeletons() {
  return (
    <div className="grid gap-3 lg:grid-cols-3">
      {['first', 'second', 'third'].map((place) => (
        <Skeleton key={place} className="h-34 w-full" label="Loading..." />
      ))}
    </div>
  );
}

/** Every genre with its number of tracks, first those with any. Clicking one filters by it, clicking it again shows all. */
function GenreGrid({ genres, chosen }: { genres: Discovery['genres']; chosen: Genre | undefined }) {
  const narrow = useNarrow();
  const byTracks = [
    ...genres.filter(({ trackCount }) => trackCount > 0),
    ...genres.filter(({ trackCount }) => trackCount === 0),
  ];
  return (
    <section aria-labelledby="browse" className="grid gap-4">
      <h2 id="browse" className="text-3xl">
        Browse by Genre
      </h2>
      <ul className="grid grid-cols-2 gap-px border border-line bg-line sm:grid-cols-4">
        {byTracks.map(({ genre, trackCount }) => (
          <li key={genre} className="grid">
            <button
              type="button"
              aria-pressed={genre === chosen}
              onClick={() => narrow({ genre: genre === chosen ? undefined : genre }, { staysInPlace: false })}
              className={`flex min-h-11 cursor-pointer flex-wrap items-baseline justify-between gap-x-3 bg-panel px-4 py-2 text-start hover:bg-raised aria-pressed:bg-brass aria-pressed:text-on-brass ${trackCount === 0 ? 'text-muted' : ''}`}
            >
              <span className={trackCount === 0 ? '' : 'font-display text-xl font-bold'}>
                {genreLabel(genre)}
              </span>
              <span className="tabular text-sm">
                {trackCount.toLocaleString('en-US')} {trackCount === 1 ? 'track' : 'tracks'}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
