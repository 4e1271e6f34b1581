import { csvOf } from '#contract/csv.ts';
import type { Verdict } from '#contract/verdict.ts';

const cell = (value: number | string | null): string => (value === null ? '' : String(value));

/** The figures that the page shows, one a line: what, from and to which second, how much, between which limits, of how many. */
export function verdictCsv({
  track,
  staying,
  rating,
  clusters,
  marks,
  mentions,
  firstMinute,
}: Verdict): string {
  const line = (
    what: string,
    value: number | string,
    more: {
      from?: number;
      to?: number;
      low?: number | undefined;
      high?: number | undefined;
      of?: number;
    } = {},
  ) => [
    what,
    cell(more.from ?? null),
    cell(more.to ?? null),
    cell(value),
    cell(more.low ?? null),
    cell(more.high ?? null),
    cell(more.of ?? null),
  ];
  return csvOf([
    ['figure', 'from second', 'to second', 'value', 'low', 'high', 'of'],
    line('title', track.title),
    line('reviews', track.reviewCount, { of: track.reviewTarget }),
    ...(rating === null
      ? []
      : [
          line('rating', rating.mean, {
            low: rating.interval.low,
            high: rating.interval.high,
            of: track.reviewCount,
          }),
        ]),
    line('stayed', staying.stayed, {
      low: staying.interval?.low,
      high: staying.interval?.high,
      of: staying.listeners,
    }),
    ...staying.stops.map(({ kind, count }) => line(`stopped: ${kind}`, count, { of: staying.listeners })),
    ...staying.curve.map(({ second, share, low, high, atRisk }) =>
      line('still listening', share, { from: 60 + second, low, high, of: atRisk }),
    ),
    ...firstMinute.gone.map((gone, second) =>
      line('skipped or would have', gone, { from: second, of: firstMinute.listeners }),
    ),
    ...clusters.map(({ kind, from, to, people, heardBy }) =>
      line(`stands out: ${kind}`, people, { from, to, of: heardBy }),
    ),
    ...marks.map(({ kind, second, count }) => line(`mark: ${kind}`, count, { from: second })),
    ...mentions.map(({ topic, count }) => line(`mentions: ${topic}`, count)),
  ]);
}
