export interface ByteRange {
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
}

const oneRange = /^bytes=(\d*)-(\d*)$/i;

/**
 * Evaluates a Range header for content of this length (RFC 9110, 14.2): one range; `whole` if the header is absent,
 * invalid or has several ranges; or `unsatisfiable` if no byte of it exists.
 */
export function byteRange(
  header: string | undefined,
  byteLength: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const [, from = '', to = ''] = oneRange.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return 'whole';
  if (from === '') {
    const first = Math.max(0, byteLength - Number(to));
    return first < byteLength ? { first, last: byteLength - 1 } : 'unsatisfiable';
  }
  const [first, last] = [Number(from), to === '' ? byteLength - 1 : Number(to)];
  if (to !== '' && last < first) return 'whole';
  if (first >= byteLength) return 'unsatisfiable';
  return { first, last: Math.min(last, byteLength - 1) };
}

interface ContentRange {
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
