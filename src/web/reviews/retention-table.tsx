import { requiredListeningSeconds } from '#contract/business-rules.ts';
import type { Retention } from '#contract/listening.ts';
import { formatDuration } from '#web/ui/display/duration.ts';
import { retentionRows } from './retention-curve.ts';

const partsOfRow = 5;

/** The curve's figures as a table, for who opens it or cannot see the curve. */
export function RetentionTable({
  retention: { parts, listeners },
  durationSeconds,
}: {
  retention: Retention;
  durationSeconds: number;
}) {
  const rows = retentionRows(parts, listeners, durationSeconds, partsOfRow);
  return (
    <details>
      <summary className="cursor-pointer py-1 text-sm text-muted">As a table</summary>
      <table className="tabular mt-2 w-full max-w-prose text-start text-sm">
        <caption className="sr-only">Listeners by part of the track</caption>
        <thead>
          <tr className="border-b border-line text-muted">
            <th scope="col" className="py-1 text-start font-medium">
              Part
            </th>
            <th scope="col" className="py-1 text-end font-medium">
              Listeners
            </th>
            <th scope="col" className="py-1 text-end font-medium">
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ from, to, listeners: heard, share }) => (
            <tr key={from} className="border-b border-line">
              <th scope="row" className="py-1 text-start font-normal">
                {formatDuration(from)} to {formatDuration(to)}
                {from < requiredListeningSeconds && (
                  <span className="text-muted"> · needed for a review</span>
                )}
              </th>
              <td className="py-1 text-end">{heard.toLocaleString('en-US', { maximumFractionDigits: 1 })}</td>
              <td className="py-1 text-end">{Math.round(share * 100)} %</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
