import { prompts } from '#contract/review-help.ts';
import type { TrackReview } from '#contract/reviews.ts';
import { formatDuration } from '#web/ui/duration.ts';

/** A cell: quoted, and never a formula where a spreadsheet opens it. */
function cell(value: string | number): string {
  const text = String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Reviews as CSV with a head, lines ended as RFC 4180 says. */
export function reviewsCsv(reviews: readonly TrackReview[]): string {
  const lines = [
    ['date', 'listener', 'rating', 'status', 'comment', ...prompts.map(({ question }) => question), 'notes'],
    ...reviews.map((review) => [
      review.createdAt,
      review.listenerName,
      review.rating,
      review.status,
      review.comment,
      ...prompts.map(({ name }) => review.prompts[name] ?? ''),
      review.notes.map(({ atSecond, note }) => `${formatDuration(atSecond)} ${note}`).join('\n'),
    ]),
  ];
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}
