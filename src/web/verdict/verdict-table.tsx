import { momentLabels } from '#contract/moment-kinds.ts';
import type { Verdict } from '#contract/verdict.ts';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { formatDuration } from '#web/ui/display/duration.ts';
import { basisSentence, percent } from './verdict-sentence.ts';

interface VerdictTableProps {
  verdict: Verdict;
  onPlay: (second: number) => void;
}

const cell = 'py-1 text-end';
const head = 'py-1 text-end font-medium first:text-start';

/** The picture's figures as tables, for who opens them or cannot see the picture. */
export function VerdictTable({ verdict: { staying, marks }, onPlay }: VerdictTableProps) {
  if (staying.curve.length === 0 && marks.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer py-1 text-sm text-muted">
        Show the picture as tables, and what it rests on
      </summary>
      {staying.listeners > 0 && (
        <p className="max-w-prose py-2 text-sm text-muted">{basisSentence(staying)}</p>
      )}
      <div className="grid items-start gap-x-10 gap-y-6 pt-2 lg:grid-cols-2">
        {staying.curve.length > 0 && (
          <table className="tabular w-full text-sm">
            <caption className="pb-1 text-start text-muted">Still listening after the paid minute</caption>
            <thead>
              <tr className="border-b border-line text-muted">
                {['After', 'Share', 'Likely', 'Listeners'].map((name) => (
                  <th key={name} scope="col" className={head}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {staying.curve.map(({ second, share, low, high, atRisk }) => (
                <tr key={second} className="border-b border-line">
                  <th scope="row" className="py-1 text-start font-normal">
                    {second} s
                  </th>
                  <td className={cell}>{percent(share)}</td>
                  <td className={cell}>
                    {percent(low)} to {percent(high)}
                  </td>
                  <td className={cell}>{atRisk}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {marks.length > 0 && (
          <table className="tabular w-full text-sm">
            <caption className="pb-1 text-start text-muted">Marks</caption>
            <thead>
              <tr className="border-b border-line text-muted">
                {['At', 'Mark', 'People'].map((name) => (
                  <th key={name} scope="col" className={head}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {marks.map(({ kind, second, count }) => (
                <tr key={`${kind} ${second}`} className="border-b border-line">
                  <th scope="row" className="py-1 text-start font-normal">
                    <button
                      type="button"
                      aria-label={`Play ${formatDuration(second)}`}
                      onClick={() => onPlay(second)}
                      className={`cursor-pointer ${linkStyle}`}
                    >
                      {formatDuration(second)}
                    </button>
                  </th>
                  <td className={cell}>{momentLabels[kind]}</td>
                  <td className={cell}>{count}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </details>
  );
}
