import { plans } from '#contract/business-rules.ts';
import { cents } from '#contract/cents.ts';
import type { FounderFigures } from '#contract/operation/admin/founder.ts';
import { approvalRuleName } from '#contract/reviewing/reviews/approval-rule-names.ts';
import { column, figure, money, rowName } from '#web/ui/display/columns.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { AdminSection } from '../admin-figure.tsx';
import { UserLink } from '../user-link.tsx';

type Day = FounderFigures['days'][number];
type OfSold = FounderFigures['bySold'][number];
type OfArtist = FounderFigures['byArtist'][number];

const dayOf = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const shown = (count: number) => count.toLocaleString('en-US');

function soldText({ sold }: Pick<OfSold, 'sold'>): string {
  if (sold === 'pack') return 'Packs';
  return sold === 'icon' ? `${plans[sold].label} trial` : plans[sold].label;
}

const margin: readonly Column<Pick<OfSold, 'receivedCents' | 'rewardCents' | 'mostCents'>>[] = [
  money('Received', ({ receivedCents }) => receivedCents, { isNamed: true }),
  money('Paid to listeners', ({ rewardCents }) => rewardCents),
  money('Left so far', ({ receivedCents, rewardCents }) => cents(receivedCents - rewardCents)),
  money('Left at worst', ({ receivedCents, mostCents }) => cents(receivedCents - mostCents)),
];
const soldColumns: readonly Column<OfSold>[] = [
  rowName('Sold', soldText),
  figure('Artists', ({ artists }) => shown(artists), { isNamed: true }),
  ...margin,
];
const artistColumns: readonly Column<OfArtist>[] = [
  rowName('Artist', ({ userId, displayName }) => <UserLink id={userId} displayName={displayName} />),
  column('Bought', soldText),
  ...margin,
];

/** Margins of the running periods and packs, and for the artists with the lowest. */
export function FounderMargins({ figures: { bySold, byArtist } }: { figures: FounderFigures }) {
  const title = 'Current periods and packs';
  const artists = 'Artists with the smallest margin';
  return (
    <AdminSection
      title={title}
      intro="“Received” is what was paid after fees, refunds and disputes. “At worst” means that every review, and what missed dates may add, is used at the top rate."
    >
      {bySold.length === 0 ? (
        <p className="text-muted">No plan or pack is active.</p>
      ) : (
        <>
          <Table caption={title} columns={soldColumns} rows={bySold} rowKey={({ sold }) => sold} />
          <h3 className="pt-4 font-semibold">{artists}</h3>
          <Table caption={artists} columns={artistColumns} rows={byArtist} rowKey={({ userId }) => userId} />
        </>
      )}
    </AdminSection>
  );
}

const dayColumns: readonly Column<Day>[] = [
  rowName('Day (UTC)', ({ day }) => dayOf.format(new Date(day))),
  figure('Assigned', ({ places }) => shown(places)),
  figure('Approved', ({ approved }) => shown(approved)),
];

/** Supply and demand of 14 days, and the doubts of the approval rules. */
export function FounderDays({ figures: { days, doubts, sentReviews } }: { figures: FounderFigures }) {
  return (
    <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-2">
      <AdminSection
        title="The last 14 days"
        intro="Assigned are the reviews that artists gave to tracks that day. Approved ones were sent that day and have been approved since."
      >
        <DayBars days={days} />
        <details>
          <summary className="text-sm lg:py-2">Show as table</summary>
          <Table caption="The last 14 days" columns={dayColumns} rows={days} rowKey={({ day }) => day} />
        </details>
      </AdminSection>
      <AdminSection
        title="Doubts"
        intro={
          sentReviews === 0
            ? 'No reviews were sent in the last 14 days.'
            : `How many reviews each approval rule doubted, of ${shown(sentReviews)} sent in 14 days.`
        }
      >
        {doubts.length > 0 ? (
          <Table
            caption="Doubted reviews by rule"
            columns={doubtColumns(sentReviews)}
            rows={doubts}
            rowKey={({ rule }) => rule}
          />
        ) : (
          sentReviews > 0 && <p className="text-muted">The rules doubted none of them.</p>
        )}
      </AdminSection>
    </div>
  );
}

const doubtColumns = (sentReviews: number): readonly Column<FounderFigures['doubts'][number]>[] => [
  rowName('Rule', ({ rule }) => approvalRuleName(rule)),
  figure('Reviews', ({ reviews }) => shown(reviews)),
  figure('Share', ({ reviews }) => `${((100 * reviews) / Math.max(1, sentReviews)).toFixed(1)}%`),
];

function DayBars({ days }: { days: readonly Day[] }) {
  const most = Math.max(1, ...days.flatMap(({ places, approved }) => [places, approved]));
  const height = (count: number) => ({ height: `${(count / most) * 100}%` });
  const first = days[0];
  return (
    <div aria-hidden className="grid gap-2">
      <div className="flex h-32 items-end gap-1 border-b border-rest">
        {days.map(({ day, places, approved }) => (
          <div key={day} className="flex h-full flex-1 items-end gap-px">
            <div className="flex-1 bg-brass" style={height(places)} />
            <div className="flex-1 bg-mint" style={height(approved)} />
          </div>
        ))}
      </div>
      <div className="flex flex-wrap justify-between gap-x-6 text-sm text-muted">
        <span>{first && dayOf.format(new Date(first.day))}</span>
        <span className="flex items-center gap-2">
          <span className="size-3 bg-brass" /> Assigned <span className="ms-3 size-3 bg-mint" /> Approved
        </span>
        <span>today</span>
      </div>
    </div>
  );
}
