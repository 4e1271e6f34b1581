import type { Analytics } from '#contract/analytics.ts';
import { hourBars, monthBars, ratingSentence, starBars } from './analytics-bars.ts';
import { BarChart } from './analytics-charts.tsx';
import { FactRow } from './fact-row.tsx';

const whole = (count: number) => count.toLocaleString('en-US');

/** A figure with what this month added. */
function Counted({ total, added }: { total: string; added: string }) {
  return (
    <>
      {total}
      <span className="block font-text text-sm font-normal text-muted">{added}</span>
    </>
  );
}

/** Totals, each with this month's part. */
export function Totals({ figures }: { figures: Analytics }) {
  const { plays, reviews, averageRating, activeTracks } = figures;
  const added = (count: number) => `+${whole(count)} this month`;
  const ratingNow =
    averageRating.thisMonth === null
      ? 'no reviews this month'
      : `${averageRating.thisMonth.toFixed(1)} this month`;
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

/** Months, ratings and the hours of the day. */
export function Charts({ figures }: { figures: Analytics }) {
  const { months, stars, hours } = figures;
  return (
    <section aria-labelledby="charts" className="grid gap-4">
      <h2 id="charts" className="text-2xl">
        Month by month
      </h2>
      <div className="grid gap-4 lg:grid-cols-3">
        <BarChart title="Plays" of="Month" measure="Plays" bars={monthBars(months, 'plays')} />
        <BarChart title="Reviews" of="Month" measure="Reviews" bars={monthBars(months, 'reviews')} />
        <BarChart
          title="Average rating"
          of="Month"
          measure="Stars"
          most={5}
          bars={monthBars(months, 'averageRating')}
        />
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <div className="grid content-start gap-2">
          <BarChart title="Ratings" of="Stars" measure="Reviews" bars={starBars(stars)} />
          <p className="text-sm text-muted">{ratingSentence(figures)}</p>
        </div>
        <BarChart
          title="When people listen"
          of="Hour, your time"
          measure="Plays"
          bars={hourBars(hours, new Date().getTimezoneOffset())}
        />
      </div>
    </section>
  );
}

/** Who listened in the last 30 days. */
export function Audience({ listeners }: Pick<Analytics, 'listeners'>) {
  return (
    <section aria-labelledby="audience" className="grid gap-4">
      <h2 id="audience" className="text-2xl">
        Audience, last 30 days
      </h2>
      <FactRow
        facts={[
          { label: 'New listeners', value: whole(listeners.new) },
          { label: 'Returns on another day', value: whole(listeners.returning) },
        ]}
      />
    </section>
  );
}
