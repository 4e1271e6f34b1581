/** A row of the table behind the curve. */
export interface RetentionRow {
  /** Seconds into the track. */
  readonly from: number;
  readonly to: number;
  /** Listeners who heard this part, on average over it. */
  readonly listeners: number;
  /** 0 to 1, of all listeners. */
  readonly share: number;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Listeners by stretches of the track, each of so many parts. */
export function retentionRows(
  parts: readonly number[],
  listeners: number,
  durationSeconds: number,
  partsOfRow: number,
): RetentionRow[] {
  const seconds = durationSeconds / parts.length;
  return Array.from({ length: Math.ceil(parts.length / partsOfRow) }, (_, row) => {
    const [first, next] = [row * partsOfRow, Math.min(parts.length, (row + 1) * partsOfRow)];
    const heard = mean(parts.slice(first, next));
    return {
      from: first * seconds,
      to: next * seconds,
      listeners: heard,
      share: listeners === 0 ? 0 : heard / listeners,
    };
  });
}

/** The curve as points of an SVG polyline in a box of 100 by 100, the top being all listeners. */
export const curvePoints = (parts: readonly number[], listeners: number): string =>
  parts
    .map((heard, place) => {
      const y = listeners === 0 ? 100 : 100 - (heard / listeners) * 100;
      return `${(place * 100) / parts.length},${y} ${((place + 1) * 100) / parts.length},${y}`;
    })
    .join(' ');
