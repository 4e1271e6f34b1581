import { hasText } from './has-text.ts';

/** A tag recognized by its first bytes. `length` is its total length in bytes. */
export type Tag = { kind: 'sized'; length: number } | { kind: 'lyrics3' };

/** Bytes needed to recognize any tag. */
export const TAG_LOOKAHEAD_BYTES = 32;

/** A longer tag means a damaged file, since cover pictures are far smaller. */
export const BIGGEST_TAG_BYTES = 20 * 1024 * 1024;

/** The longest Lyrics3 tag, whose size field has six digits. */
export const BIGGEST_LYRICS3_BYTES = 1_000_020;

export const ID3V1_BYTES = 128;
const ID3V1_EXTENDED_BYTES = 227;
const ID3V2_HEADER_BYTES = 10;
const ID3V2_FOOTER_FLAG = 0x10;
const APE_HEADER_BYTES = 32;
const APE_IS_HEADER_FLAG = 0x20;

/** ID3v2 (id3.org, 2.4.0 structure, 3.1): the size is four times seven bits and leaves out header and footer. */
function id3v2(bytes: Uint8Array, at: number): Tag | undefined {
  const [major = 0xff, revision = 0xff, flags = 0, a = 0xff, b = 0xff, c = 0xff, d = 0xff] = bytes.subarray(
    at + 3,
    at + ID3V2_HEADER_BYTES,
  );
  if (major === 0xff || revision === 0xff || (a | b | c | d) > 0x7f) return undefined;
  const footer = major >= 4 && (flags & ID3V2_FOOTER_FLAG) !== 0 ? ID3V2_HEADER_BYTES : 0;
  return { kind: 'sized', length: ID3V2_HEADER_BYTES + (a << 21) + (b << 14) + (c << 7) + d + footer };
}

/** APEv2: the little-endian size covers items and footer. A footer alone is the end of a version 1 tag. */
function ape(bytes: Uint8Array, at: number): Tag {
  const byte = (offset: number) => bytes[at + offset] ?? 0;
  const size = byte(12) + byte(13) * 2 ** 8 + byte(14) * 2 ** 16 + byte(15) * 2 ** 24;
  const isHeader = (byte(23) & APE_IS_HEADER_FLAG) !== 0;
  return { kind: 'sized', length: APE_HEADER_BYTES + (isHeader ? size : 0) };
}

/** The tag that starts at `at`: ID3v2, ID3v1 (including extended), APEv2 or Lyrics3; undefined if there is none. */
export function tagAt(bytes: Uint8Array, at: number): Tag | undefined {
  if (hasText(bytes, at, 'ID3')) return id3v2(bytes, at);
  if (hasText(bytes, at, 'TAG+')) return { kind: 'sized', length: ID3V1_EXTENDED_BYTES };
  if (hasText(bytes, at, 'TAG')) return { kind: 'sized', length: ID3V1_BYTES };
  if (hasText(bytes, at, 'APETAGEX')) return ape(bytes, at);
  if (hasText(bytes, at, 'LYRICSBEGIN')) return { kind: 'lyrics3' };
  return undefined;
}

/** The end markers of Lyrics3 version 1 and 2, both nine bytes long. */
export const LYRICS3_END_BYTES = 9;
export const isLyrics3End = (bytes: Uint8Array, at: number): boolean =>
  hasText(bytes, at, 'LYRICSEND') || hasText(bytes, at, 'LYRICS200');
