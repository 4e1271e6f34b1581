import { type Genre, genreKeys } from '#contract/business-rules.ts';

export interface TrackTags {
  readonly title: string | null;
  /** One of the available genres. */
  readonly genre: Genre | null;
}

/** Bytes read from the start of the file; text almost always precedes pictures. */
export const tagBytes = 256 * 1024;

const longest = 400;
const id3v1Bytes = 128;

/**
 * Title and genre of an MP3 from its ID3v2 tag (2.2 to 2.4), else its ID3v1 tag; null if absent. Never throws:
 * unreadable tags count as absent. Reads at most 256 KiB and 128 bytes.
 */
export async function readTags(file: Blob): Promise<TrackTags> {
  const start = new Uint8Array(await file.slice(0, tagBytes).arrayBuffer());
  const end = new Uint8Array(await file.slice(Math.max(0, file.size - id3v1Bytes)).arrayBuffer());
  const [newer, older] = [id3v2(start), id3v1(end)];
  return {
    title: newer.title ?? older.title,
    genre: genreOf(newer.genre) ?? genreOf(older.genre),
  };
}

interface Found {
  readonly title: string | null;
  /** As in the tag. */
  readonly genre: string | null;
}
const none: Found = { title: null, genre: null };

/** ID3v1: fixed positions in the last 128 bytes, with a numeric genre. */
function id3v1(bytes: Uint8Array): Found {
  if (bytes.length < id3v1Bytes || ascii(bytes, 0, 3) !== 'TAG') return none;
  return { title: cleaned(decode(bytes.subarray(3, 33), 'latin1')), genre: `(${bytes[127]})` };
}

/** ID3v2 (id3.org): a header of ten bytes, then frames with a name, a size and content. */
function id3v2(bytes: Uint8Array): Found {
  const [major = 0, flags = 0] = [bytes[3], bytes[5]];
  if (ascii(bytes, 0, 3) !== 'ID3' || major < 2 || major > 4) return none;
  const tagEnd = Math.min(bytes.length, 10 + sevenBits(bytes, 6));
  const isWholeUnsynchronised = (flags & 0x80) !== 0 && major < 4;
  const tag = isWholeUnsynchronised ? synchronised(bytes.subarray(10, tagEnd)) : bytes.subarray(10, tagEnd);
  const names = major === 2 ? { title: 'TT2', genre: 'TCO' } : { title: 'TIT2', genre: 'TCON' };
  let found = none;
  for (const { name, content } of framesOf(tag, major, (flags & 0x40) !== 0)) {
    if (name === names.title) found = { ...found, title: found.title ?? cleaned(textOf(content)) };
    if (name === names.genre) found = { ...found, genre: found.genre ?? cleaned(textOf(content)) };
  }
  return found;
}

function* framesOf(tag: Uint8Array, major: number, hasExtension: boolean) {
  const [nameLength, headerLength] = major === 2 ? [3, 6] : [4, 10];
  // The extended header states its own size: including itself in 2.4, excluding it in 2.3.
  const extension = major === 4 ? sevenBits(tag, 0) : 4 + eightBits(tag, 0, 4);
  let at = major > 2 && hasExtension ? extension : 0;
  while (at + headerLength < tag.length) {
    const name = ascii(tag, at, nameLength);
    if (!/^[A-Z0-9]+$/.test(name)) return;
    const size = major === 4 ? sevenBits(tag, at + 4) : eightBits(tag, at + nameLength, major === 2 ? 3 : 4);
    const content = tag.subarray(at + headerLength, at + headerLength + size);
    const format = major === 4 ? (tag[at + 9] ?? 0) : 0;
    // Compressed and encrypted frames are skipped, to avoid decompression bombs.
    const isPlain = major === 4 ? (format & 0x0c) === 0 : major === 2 || ((tag[at + 9] ?? 0) & 0xc0) === 0;
    // In 2.4 a frame may start with its length, and may be unsynchronized itself.
    const text = (format & 0x01) === 0 ? content : content.subarray(4);
    if (isPlain) yield { name, content: (format & 0x02) === 0 ? text : synchronised(text) };
    at += headerLength + size;
  }
}

const encodings = ['latin1', 'utf-16', 'utf-16be', 'utf-8'];

/** A text frame: its encoding, then one or more texts, of which the first is used. */
function textOf(content: Uint8Array): string {
  const encoding = encodings[content[0] ?? 0xff];
  if (encoding === undefined) return '';
  const bytes = content.subarray(1, 1 + longest * 4);
  const isBigEndian = encoding === 'utf-16' && bytes[0] === 0xfe && bytes[1] === 0xff;
  return (
    decode(bytes, isBigEndian ? 'utf-16be' : encoding)
      .replace(/^\0+/, '')
      .split('\0')[0] ?? ''
  );
}

const decode = (bytes: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(bytes);
const ascii = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));
const eightBits = (bytes: Uint8Array, at: number, length: number): number =>
  bytes.subarray(at, at + length).reduce((size, byte) => size * 256 + byte, 0);
const sevenBits = (bytes: Uint8Array, at: number): number =>
  bytes.subarray(at, at + 4).reduce((size, byte) => size * 128 + (byte & 0x7f), 0);

/** Removes the zeros that keep FF from looking like an audio frame. */
const synchronised = (bytes: Uint8Array): Uint8Array =>
  bytes.filter((byte, at) => byte !== 0 || bytes[at - 1] !== 0xff);

/** Null if nothing readable is left. */
function cleaned(text: string): string | null {
  const shown = text
    .split('\0')[0]
    ?.replace(/[\p{Cc}\p{Cf}\uFFFD]/gu, '')
    .trim()
    .slice(0, longest);
  return shown === undefined || shown === '' ? null : shown;
}

/** ID3v1 genre numbers (id3.org, appendix A) that match our genres. */
const numbered: Readonly<Record<number, Genre>> = {
  2: 'country',
  0: 'blues',
  3: 'electronic',
  7: 'hip hop',
  8: 'jazz',
  9: 'metal',
  12: 'other',
  13: 'pop',
  14: 'r&b',
  15: 'hip hop',
  16: 'reggae',
  17: 'rock',
  18: 'electronic',
  20: 'alternative',
  31: 'electronic',
  32: 'classical',
  35: 'electronic',
  40: 'alternative',
  43: 'punk',
  52: 'electronic',
  80: 'folk',
  131: 'indie',
  137: 'metal',
};

const otherNames: Readonly<Record<string, Genre>> = {
  rap: 'hip hop',
  hiprap: 'hip hop',
  hiphoprap: 'hip hop',
  rnb: 'r&b',
  rhythmandblues: 'r&b',
  soul: 'r&b',
  edm: 'electronic',
  electronica: 'electronic',
  electro: 'electronic',
  dance: 'electronic',
  house: 'electronic',
  techno: 'electronic',
  ambient: 'electronic',
  alternativerock: 'alternative',
  altrock: 'alternative',
  indierock: 'indie',
  indiepop: 'indie',
  punkrock: 'punk',
  hardrock: 'rock',
  heavymetal: 'metal',
  folkrock: 'folk',
  dub: 'reggae',
};

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Parses `Hip-Hop`, `(7)`, `7`, `(17)Rock` or a similar well-known name; null if we do not have the genre. */
function genreOf(text: string | null): Genre | null {
  if (text === null) return null;
  const [, number, words = ''] = /^\(?(\d{1,3})\)?(.*)$/s.exec(text) ?? [null, null, text];
  const name = plain(words);
  const named = genreKeys.find((key) => plain(key) === name) ?? otherNames[name];
  return named ?? (number ? numbered[Number(number)] : undefined) ?? null;
}
