import type { TrackReview } from '#contract/reviews.ts';

/** A cell: quoted, and never a formula where a spreadsheet opens it. */
function cell(value: string | number): string {
  const text = String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Reviews as CSV with a head, lines ended as RFC 4180 says. */
export function reviewsCsv(reviews: readonly TrackReview[]): string {
  const lines = [
    ['date', 'listener', 'rating', 'status', 'comment'],
    ...reviews.map(({ createdAt, listenerName, rating, status, comment }) => [
      createdAt,
      listenerName,
      rating,
      status,
      comment,
    ]),
  ];
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}
