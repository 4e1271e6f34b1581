import type { FounderFigures } from '#contract/operation/admin/founder.ts';
import { approvalRuleName } from '#contract/reviewing/reviews/approval-rule-names.ts';
import { type Column, Table } from '#web/ui/display/table.tsx';

type Day = FounderFigures['days'][number];

const dayOf = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const shown = (count: number) => count.toLocaleString('en-US');

const days: readonly Column<Day>[] = [
  { id: 'day', header: 'Day (UTC)', isRowHeader: true, cell: ({ day }) => dayOf.format(new Date(day)) },
  { id: 'places', header: 'Assigned', align: 'end', cell: ({ places }) => shown(places) },
  { id: 'approved', header: 'Approved', align: 'end', cell: ({ approved }) => shown(approved) },
];

/** Supply and demand of 14 days, and the doubts of the approval rules. */
export function FounderDays({ figures }: { figures: FounderFigures }) {
  return (
    <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-2">
      <section className="grid gap-4">
        <Heading title="The last 14 days">
          Assigned are the reviews that artists gave to tracks that day. Approved ones were sent that day and
          have been approved since.
        </Heading>
        <DayBars days={figures.days} />
        <details>
          <summary className="text-sm lg:py-2">Show as table</summary>
          <Table caption="The last 14 days" columns={days} rows={figures.days} rowKey={({ day }) => day} />
        </details>
      </section>
      <Doubts figures={figures} />
    </div>
  );
}

function Heading({ title, children }: { title: string; children: string }) {
  return (
    <div className="grid gap-1">
      <h2 className="font-display text-xl">{title}</h2>
      <p className="max-w-prose text-sm text-muted">{children}</p>
    </div>
  );
}

function DayBars({ days: all }: { days: readonly Day[] }) {
  const most = Math.max(1, ...all.flatMap(({ places, approved }) => [places, approved]));
  const height = (count: number) => ({ height: `${(count / most) * 100}%` });
  const first = all[0];
  return (
    <div aria-hidden className="grid gap-2">
      <div className="flex h-32 items-end gap-1 border-b border-rest">
        {all.map(({ day, places, approved }) => (
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

function Doubts({ figures: { doubts, sentReviews } }: { figures: FounderFigures }) {
  const columns: readonly Column<FounderFigures['doubts'][number]>[] = [
    { id: 'rule', header: 'Rule', isRowHeader: true, cell: ({ rule }) => approvalRuleName(rule) },
    { id: 'reviews', header: 'Reviews', align: 'end', cell: ({ reviews }) => shown(reviews) },
    {
      id: 'share',
      header: 'Share',
      align: 'end',
      cell: ({ reviews }) => `${((100 * reviews) / Math.max(1, sentReviews)).toFixed(1)}%`,
    },
  ];
  return (
    <section className="grid gap-4">
      <Heading title="Doubts">
        {sentReviews === 0
          ? 'No reviews were sent in the last 14 days.'
          : `How many reviews each approval rule doubted, of ${shown(sentReviews)} sent in 14 days.`}
      </Heading>
      {doubts.length === 0 ? (
        sentReviews > 0 && <p className="text-muted">The rules doubted none of them.</p>
      ) : (
        <Table
          caption="Doubted reviews by rule"
          columns={columns}
          rows={doubts}
          rowKey={({ rule }) => rule}
        />
      )}
    </section>
  );
}
