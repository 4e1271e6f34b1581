import { genreLabel } from '#contract/business-rules.ts';
import type { Analytics } from '#contract/insight/verdict/analytics.ts';
import { monthBars, ratingSentence, shownMonths, starBars } from './analytics-bars.ts';
import { BarChart } from './analytics-charts.tsx';
import { FactRow } from './fact-row.tsx';

const whole = (count: number) => count.toLocaleString('en-US');

/** A figure with its increase this month. */
function Counted({ total, added }: { total: string; added: string }) {
  return (
    <>
      {total}
      <span className="block font-text text-sm font-normal text-muted">{added}</span>
    </>
  );
}

/** Totals with their increase this month. */
export function Totals({ figures }: { figures: Analytics }) {
  const { plays, reviews, averageRating, activeTracks } = figures;
  const added = (count: number) => `+${whole(count)} this month`;
  const ratingNow =
    averageRating.thisMonth === null
      ? 'no reviews this month'
      : `${averageRating.thisMonth.toFixed(1)} from ${whole(reviews.thisMonth)} this month`;
  return (
    <FactRow
      facts={[
        { label: 'Plays', value: <Counted total={whole(plays.total)} added={added(plays.thisMonth)} /> },
        {
          label: 'Reviews',
          value: <Counted total={whole(reviews.total)} added={added(reviews.thisMonth)} />,
        },
        {
          label: 'Average rating',
          value: <Counted total={averageRating.total?.toFixed(1) ?? '–'} added={ratingNow} />,
        },
        {
          label: 'Active tracks',
          value: <Counted total={whole(activeTracks.total)} added={added(activeTracks.thisMonth)} />,
        },
      ]}
    />
  );
}

/** Plays by month, and reviews by stars. */
export function Charts({ figures }: { figures: Analytics }) {
  return (
    <section aria-label="Charts" className="grid gap-4 lg:grid-cols-2">
      <BarChart title="Plays" of="Month" measure="Plays" bars={monthBars(shownMonths(figures.months))} />
      <BarChart
        title="Ratings"
        of="Stars"
        measure="Reviews"
        bars={starBars(figures.stars)}
        note={ratingSentence(figures)}
      />
    </section>
  );
}

/** Listeners of the last 30 days, and the genres that the latest ones like. */
export function Audience({ figures }: { figures: Pick<Analytics, 'listeners' | 'likedGenres'> }) {
  const { listeners, likedGenres } = figures;
  return (
    <section aria-labelledby="audience" className="grid gap-4">
      <h2 id="audience" className="text-2xl">
        Audience
      </h2>
      <FactRow
        facts={[
          { label: 'New listeners, last 30 days', value: whole(listeners.new) },
          { label: 'Returning listeners, last 30 days', value: whole(listeners.returning) },
        ]}
      />
      <LikedGenres liked={likedGenres} />
    </section>
  );
}

function LikedGenres({ liked }: { liked: Analytics['likedGenres'] }) {
  return (
    <section aria-labelledby="liked-genres" className="grid gap-3 border border-line bg-panel p-4 sm:p-5">
      <h3 id="liked-genres" className="text-xl">
        Genres they like
      </h3>
      {liked === null && <p className="text-muted">Appears after five listeners.</p>}
      {liked?.genres.length === 0 && (
        <p className="text-muted">Your listeners haven’t named favorites or given four stars yet.</p>
      )}
      {liked !== null && liked.genres.length > 0 && (
        <>
          <table className="tabular w-full text-sm">
            <caption className="sr-only">Genres that your latest listeners like</caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">Genre</th>
                <td />
                <th scope="col">Listeners</th>
              </tr>
            </thead>
            <tbody>
              {liked.genres.map(({ genre, likedBy }) => (
                <tr key={genre}>
                  <th scope="row" className="w-28 py-1.5 text-start font-medium">
                    {genreLabel(genre)}
                  </th>
                  <td aria-hidden className="py-1.5">
                    <svg
                      aria-hidden="true"
                      viewBox="0 0 100 8"
                      preserveAspectRatio="none"
                      className="h-3 w-full"
                    >
                      <rect width="100" height="8" className="fill-line" />
                      <rect
                        width={(likedBy / liked.listeners) * 100}
                        height="8"
                        className="fill-brass-mark"
                      />
                    </svg>
                  </td>
                  <td className="w-24 py-1.5 text-end text-muted">
                    {Math.round((likedBy / liked.listeners) * 100)}%
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="text-sm text-muted">
            {`Based on your latest ${whole(liked.listeners)} listeners’ favorite genres and what they rated four stars or more.`}
          </p>
        </>
      )}
    </section>
  );
}
