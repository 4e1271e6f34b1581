import { useId } from 'react';

export interface Bar {
  /** Names the bar in the table, for example 'March 2026'. */
  readonly name: string;
  /** Stands below the bar; empty leaves the place free. */
  readonly label: string;
  readonly value: number;
  /** What the table and the top of the bar say. */
  readonly text: string;
}

interface BarChartProps {
  title: string;
  /** What a bar stands for, the head of the table's first column. */
  of: string;
  measure: string;
  bars: readonly Bar[];
  /** The value of a full bar; without it the largest of all. */
  most?: number;
  /** A sentence below the bars. */
  note?: string;
}

const [barHeight, slot, gap] = [100, 24, 4];

/** Bars as SVG for the eye; the same figures as a table for who opens it or cannot see the bars. */
export function BarChart({ title, of, measure, bars, most, note }: BarChartProps) {
  const titleId = useId();
  const largest = most ?? Math.max(1, ...bars.map(({ value }) => value));
  return (
    <section
      aria-labelledby={titleId}
      className="grid content-start gap-3 border border-line bg-panel p-4 sm:p-5"
    >
      <div className="flex items-baseline justify-between gap-4">
        <h3 id={titleId} className="text-xl">
          {title}
        </h3>
        {bars.some(({ value }) => value > 0) && (
          <p aria-hidden="true" className="tabular text-sm text-muted">
            full bar: {largest.toLocaleString('en-US')}
          </p>
        )}
      </div>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${bars.length * slot} ${barHeight + 18}`}
        preserveAspectRatio="none"
        className="h-40 w-full"
      >
        {bars.map(({ name, value, text }, place) => {
          const height = value === 0 ? 1 : Math.max(2, (value / largest) * barHeight);
          return (
            <rect
              key={name}
              x={place * slot + gap / 2}
              y={barHeight - height}
              width={slot - gap}
              height={height}
              className={value === 0 ? 'fill-line' : 'fill-brass'}
            >
              <title>{`${name}: ${text}`}</title>
            </rect>
          );
        })}
      </svg>
      <div aria-hidden="true" className="-mt-6 flex text-center text-xs text-muted">
        {bars.map(({ name, label }) => (
          <span key={name} className="min-w-0 grow basis-0 overflow-visible whitespace-nowrap">
            {label}
          </span>
        ))}
      </div>
      {note !== undefined && <p className="text-sm text-muted">{note}</p>}
      <details>
        <summary className="cursor-pointer py-1 text-sm text-muted">As a table</summary>
        <table className="tabular mt-2 w-full text-start text-sm">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="border-b border-line text-muted">
              <th scope="col" className="py-1 text-start font-medium">
                {of}
              </th>
              <th scope="col" className="py-1 text-end font-medium">
                {measure}
              </th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ name, text }) => (
              <tr key={name} className="border-b border-line">
                <th scope="row" className="py-1 text-start font-normal">
                  {name}
                </th>
                <td className="py-1 text-end">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
