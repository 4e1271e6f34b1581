import { useId } from 'react';

export interface Bar {
  /** The bar's name in the table, for example 'March 2026'. */
  readonly name: string;
  /** Shown below the bar; empty for no label. */
  readonly label: string;
  readonly value: number;
  /** The value's text in the table and above the bar. */
  readonly text: string;
}

interface BarChartProps {
  title: string;
  /** What a bar stands for; the header of the table's first column. */
  of: string;
  measure: string;
  bars: readonly Bar[];
  /** The value of a full bar; the largest value by default. */
  most?: number;
  /** A sentence below the bars. */
  note?: string;
}

const [barHeight, slot, gap] = [100, 24, 4];
/** Small counts are drawn as blocks. With a minimum number of rows, a single one does not fill the height. */
const [mostDots, fewestRows] = [20, 5];

/** A bar, or one block per item for small counts. */
function blocks(value: number, largest: number, isEach: boolean): { y: number; height: number }[] {
  if (value === 0) return [];
  const row = barHeight / largest;
  if (isEach)
    return Array.from({ length: value }, (_, at) => ({
      y: barHeight - (at + 1) * row + 1,
      height: row - 2,
    }));
  const height = Math.max(2, value * row);
  return [{ y: barHeight - height, height }];
}

/** An SVG bar chart, with the same figures as a table for screen readers and on demand. */
export function BarChart({ title, of, measure, bars, most, note }: BarChartProps) {
  const titleId = useId();
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  const arePeople = most === undefined && total <= mostDots;
  const largest = most ?? Math.max(arePeople ? fewestRows : 1, ...bars.map(({ value }) => value));
  return (
    <section
      aria-labelledby={titleId}
      className="grid content-start gap-3 border border-line bg-panel p-4 sm:p-5"
    >
      <h3 id={titleId} className="text-xl">
        {title}
      </h3>
      <div
        aria-hidden="true"
        className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1 text-xs text-muted"
      >
        <Axis largest={largest} />
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${bars.length * slot} ${barHeight}`}
          preserveAspectRatio="none"
          className="h-32 w-full border-y border-line"
        >
          {bars.map((bar, place) => (
            <g key={bar.name} className="fill-brass-mark">
              <title>{`${bar.name}: ${bar.text}`}</title>
              {blocks(bar.value, largest, arePeople).map(({ y, height }) => (
                <rect key={y} x={place * slot + gap / 2} y={y} width={slot - gap} height={height} />
              ))}
            </g>
          ))}
        </svg>
        <div className="col-start-2 flex text-center">
          {bars.map(({ name, label }) => (
            <span key={name} className="min-w-0 grow basis-0 overflow-visible whitespace-nowrap">
              {label}
            </span>
          ))}
        </div>
      </div>
      {note !== undefined && <p className="text-sm text-muted">{note}</p>}
      <details>
        <summary className="text-sm text-muted">Show as table</summary>
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

/** Labels for the top, middle and bottom of the bars. */
function Axis({ largest }: { largest: number }) {
  const middle = largest % 2 === 0 ? (largest / 2).toLocaleString('en-US') : '';
  return (
    <div className="tabular -my-2 flex flex-col justify-between text-end leading-4">
      <span>{largest.toLocaleString('en-US')}</span>
      <span>{middle}</span>
      <span>0</span>
    </div>
  );
}
