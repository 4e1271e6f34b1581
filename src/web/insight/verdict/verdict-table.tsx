import type { ReactNode } from 'react';
import type { Verdict } from '#contract/insight/verdict/verdict.ts';
import { momentLabels } from '#contract/music/tracks/moment-kinds.ts';
import { PlayTime } from '#web/reviewing/reviews/play-time.tsx';
import { formatDuration } from '#web/ui/display/duration.ts';
import { firstMinuteSteps, hasFirstMinuteCurve } from './curve-shapes.ts';
import { percent } from './verdict-sentence.ts';

interface VerdictTableProps {
  verdict: Verdict;
  onPlay: (second: number) => void;
}

/** The picture's figures as tables, for screen readers and on demand. */
export function VerdictTable({ verdict, onPlay }: VerdictTableProps) {
  const { staying, marks, firstMinute } = verdict;
  const hasMinute = hasFirstMinuteCurve(firstMinute);
  if (staying.curve.length === 0 && marks.length === 0 && !hasMinute) return null;
  return (
    <details>
      <summary className="text-sm text-muted">Show the picture as tables</summary>
      <div className="grid items-start gap-x-10 gap-y-6 pt-2 lg:grid-cols-3">
        {hasMinute && <FirstMinute firstMinute={firstMinute} />}
        {staying.curve.length > 0 && <StillListening curve={staying.curve} />}
        {marks.length > 0 && <Marks marks={marks} onPlay={onPlay} />}
      </div>
    </details>
  );
}

interface Row {
  readonly key: string;
  readonly head: ReactNode;
  readonly cells: readonly ReactNode[];
}

function Figures({
  title,
  columns,
  rows,
}: {
  title: string;
  columns: readonly string[];
  rows: readonly Row[];
}) {
  return (
    <table className="tabular w-full text-sm">
      <caption className="pb-1 text-start text-muted">{title}</caption>
      <thead>
        <tr className="border-b border-line text-muted">
          {columns.map((name) => (
            <th key={name} scope="col" className="py-1 text-end font-medium first:text-start">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, head, cells }) => (
          <tr key={key} className="border-b border-line">
            <th scope="row" className="py-1 text-start font-normal">
              {head}
            </th>
            {cells.map((cell, place) => (
              <td key={columns[place + 1]} className="py-1 text-end">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const FirstMinute = ({ firstMinute }: Pick<Verdict, 'firstMinute'>) => (
  <Figures
    title="Skipped, or marked “I’d skip here”, in the paid minute"
    columns={['By', 'People', 'Of']}
    rows={firstMinuteSteps(firstMinute).map(({ second, gone }) => ({
      key: String(second),
      head: formatDuration(second),
      cells: [gone, firstMinute.listeners],
    }))}
  />
);

const StillListening = ({ curve }: Pick<Verdict['staying'], 'curve'>) => (
  <Figures
    title="Still listening after the paid minute"
    columns={['After', 'Share', 'Likely', 'Listeners']}
    rows={curve.map(({ second, share, low, high, atRisk }) => ({
      key: String(second),
      head: `${second} s`,
      cells: [percent(share), `${percent(low)} to ${percent(high)}`, atRisk],
    }))}
  />
);

const Marks = ({ marks, onPlay }: Pick<Verdict, 'marks'> & Pick<VerdictTableProps, 'onPlay'>) => (
  <Figures
    title="Marks"
    columns={['At', 'Mark', 'People']}
    rows={marks.map(({ kind, second, count }) => ({
      key: `${kind} ${second}`,
      head: <PlayTime time={formatDuration(second)} second={second} onPlay={onPlay} isAlone />,
      cells: [momentLabels[kind], count],
    }))}
  />
);
