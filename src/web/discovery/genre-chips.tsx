import { type Genre, genreKeys, genreLabel } from '#contract/business-rules.ts';
import { useChooseGenre } from './use-choose-genre.ts';

const chip =
  'min-h-11 shrink-0 cursor-pointer border border-line px-4 font-medium text-muted hover:border-rest hover:text-text lg:min-h-9 ' +
  'aria-pressed:border-brass-mark aria-pressed:bg-brass aria-pressed:text-on-brass';

/** The filter is in the URL. Clicking the chosen genre again removes it. */
export function GenreChips({ chosen }: { chosen: Genre | undefined }) {
  const chooseGenre = useChooseGenre(chosen);
  const choose = (genre: Genre | undefined) => chooseGenre(genre, { staysInPlace: true });
  return (
    <fieldset className="-mx-4 relative min-w-0 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <legend className="sr-only">Genres</legend>
      <div className="flex w-max gap-2 py-1 sm:w-auto sm:flex-wrap">
        <button
          type="button"
          className={chip}
          aria-pressed={chosen === undefined}
          onClick={() => choose(undefined)}
        >
          All Genres
        </button>
        {genreKeys.map((genre) => (
          <button
            key={genre}
            type="button"
            className={chip}
            aria-pressed={genre === chosen}
            onClick={() => choose(genre)}
          >
            {genreLabel(genre)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
