import { type Genre, genreLabel } from '#contract/business-rules.ts';
import type { Discovery } from '#contract/music/discovery/discovery.ts';
import { useNarrow } from './use-narrow.ts';

/** Every genre with its number of tracks. Clicking one filters by it, clicking it again shows all. */
export function GenreGrid({ genres, chosen }: { genres: Discovery['genres']; chosen: Genre | undefined }) {
  const narrow = useNarrow();
  return (
    <section aria-labelledby="browse" className="grid gap-4">
      <h2 id="browse" className="text-3xl">
        Browse by Genre
      </h2>
      <ul className="grid grid-cols-2 gap-px border border-line bg-line sm:grid-cols-4">
        {genres.map(({ genre, trackCount }) => (
          <li key={genre} className="grid">
            <button
              type="button"
              aria-pressed={genre === chosen}
              onClick={() => narrow({ genre: genre === chosen ? undefined : genre }, { staysInPlace: false })}
              className={`grid min-h-20 cursor-pointer content-center gap-1 bg-panel p-4 text-start hover:bg-raised aria-pressed:bg-brass aria-pressed:text-on-brass ${trackCount === 0 ? 'text-muted' : ''}`}
            >
              <span className="font-display text-xl font-bold">{genreLabel(genre)}</span>
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
