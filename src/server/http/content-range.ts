export interface ContentRange {
  readonly firstByte: number;
  /** Bytes of the whole file. */
  readonly totalBytes: number;
}

const range = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i;

/**
 * Parses a Content-Range header of the rest of a file (RFC 9110, 14.4), from some byte to the last. Undefined if it is
 * invalid, does not reach the end, or contradicts the body's length.
 */
export function contentRange(header: string, contentLength: number | undefined): ContentRange | undefined {
  const [matched, ...numbers] = range.exec(header.trim()) ?? [];
  const [first = 0, last = 0, total = 0] = numbers.map(Number);
  if (matched === undefined || first > last || last !== total - 1) return undefined;
  if (contentLength !== undefined && contentLength !== total - first) return undefined;
  return { firstByte: first, totalBytes: total };
}
