import type { Genre } from '#contract/business-rules.ts';
import { BIGGEST_TAG_BYTES, TAG_LOOKAHEAD_BYTES, tagAt } from '#contract/music/tracks/mp3/mp3-tags.ts';
import { genreOf } from './tag-genre.ts';
import { legacyText, repairedText } from './tag-text.ts';

export interface TrackTags {
  readonly title: string | null;
  /** One of the available genres. */
  readonly genre: Genre | null;
}

interface Found {
  readonly title: string | null;
  /** As in the tag. */
  readonly genre: string | null;
}
const none: Found = { title: null, genre: null };

const longest = 400;
const mostTags = 10;
const id3v1Bytes = 128;
const apeFooterBytes = 32;

/**
 * Title and genre of an MP3: from its ID3v2 tags (2.2 to 2.4), else its APE tag, else its ID3v1 tag; null if absent. Never
 * throws for any content: unreadable tags count as absent.
 */
export async function readTags(file: Blob): Promise<TrackTags> {
  const found = [...(await tagsInFront(file)), ...(await tagsBehind(file))];
  const title = found.find((tag) => tag.title !== null)?.title ?? null;
  const genre = found.map((tag) => genreOf(tag.genre)).find((its) => its !== null) ?? null;
  return { title, genre };
}

const bytesOf = async (file: Blob, from: number, to: number): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(Math.max(0, from), Math.max(0, to)).arrayBuffer());

async function tagsInFront(file: Blob): Promise<Found[]> {
  const found: Found[] = [];
  for (let at = 0; found.length < mostTags; ) {
    const tag = tagAt(await bytesOf(file, at, at + TAG_LOOKAHEAD_BYTES), 0);
    if (tag?.kind !== 'sized') break;
    const bytes = await bytesOf(file, at, at + Math.min(tag.length, BIGGEST_TAG_BYTES));
    found.push(ascii(bytes, 0, 3) === 'ID3' ? id3v2(bytes) : ape(bytes.subarray(apeFooterBytes)));
    at += tag.length;
  }
  return found;
}

async function tagsBehind(file: Blob): Promise<Found[]> {
  const older = id3v1(await bytesOf(file, file.size - id3v1Bytes, file.size));
  const end = file.size - (older === null ? 0 : id3v1Bytes);
  const footer = await bytesOf(file, end - apeFooterBytes, end);
  if (ascii(footer, 0, 8) !== 'APETAGEX') return older === null ? [] : [older];
  const length = Math.min(littleEndian(footer, 12), BIGGEST_TAG_BYTES);
  return [ape(await bytesOf(file, end - length, end)), older ?? none];
}

/** ID3v1: fixed positions in the last 128 bytes, with a numeric genre. */
function id3v1(bytes: Uint8Array): Found | null {
  if (bytes.length < id3v1Bytes || ascii(bytes, 0, 3) !== 'TAG') return null;
  return { title: cleaned(legacyText(untilZero(bytes.subarray(3, 33)))), genre: `(${bytes[127]})` };
}

/** The items of an APEv2 tag: length, flags, a name that ends with a zero, and content in UTF-8. */
function ape(items: Uint8Array): Found {
  let found = none;
  for (let at = 0; at + 9 < items.length; ) {
    const name = ascii(untilZero(items.subarray(at + 8, at + 8 + 255)), 0, 255).toLowerCase();
    const begin = at + 8 + name.length + 1;
    const content = items.subarray(begin, begin + littleEndian(items, at));
    const isText = ((items[at + 4] ?? 0) & 6) === 0;
    const text = isText
      ? () => cleaned(repairedText(decode(content.subarray(0, longest * 4), 'utf-8')))
      : () => null;
    if (name === 'title') found = { ...found, title: found.title ?? text() };
    if (name === 'genre') found = { ...found, genre: found.genre ?? text() };
    at = begin + content.length;
  }
  return found;
}

/** ID3v2 (id3.org): a header of ten bytes, then frames with a name, a size and content. */
function id3v2(bytes: Uint8Array): Found {
  const [major = 0, flags = 0] = [bytes[3], bytes[5]];
  if (major < 2 || major > 4) return none;
  const isWholeUnsynchronised = (flags & 0x80) !== 0 && major < 4;
  const tag = isWholeUnsynchronised ? synchronised(bytes.subarray(10)) : bytes.subarray(10);
  const names = major === 2 ? { title: 'TT2', genre: 'TCO' } : { title: 'TIT2', genre: 'TCON' };
  let found = none;
  for (const { name, content } of framesOf(tag, major, (flags & 0x40) !== 0)) {
    if (name === names.title) found = { ...found, title: found.title ?? cleaned(textOf(content)) };
    if (name === names.genre) found = { ...found, genre: found.genre ?? cleaned(textOf(content)) };
  }
  return found;
}

const isFrameName = (name: string): boolean => /^[A-Z0-9]{3,4}$/.test(name);

function* framesOf(tag: Uint8Array, major: number, hasExtension: boolean) {
  const [nameLength, headerLength] = major === 2 ? [3, 6] : [4, 10];
  // The extended header states its own size: including itself in 2.4, excluding it in 2.3.
  const extension = major === 4 ? sevenBits(tag, 0) : 4 + eightBits(tag, 0, 4);
  let at = major > 2 && hasExtension ? extension : 0;
  while (at + headerLength < tag.length) {
    const name = ascii(tag, at, nameLength);
    if (!isFrameName(name)) return;
    const size = major === 4 ? sizeOf24(tag, at) : eightBits(tag, at + nameLength, major === 2 ? 3 : 4);
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

/** The size of a frame in 2.4, of seven bits in each byte. iTunes wrote eight, which shows in what follows the frame. */
function sizeOf24(tag: Uint8Array, at: number): number {
  const sizes = [sevenBits(tag, at + 4), eightBits(tag, at + 4, 4)];
  const isSize = (size: number) => {
    const end = at + 10 + size;
    return end === tag.length || (end < tag.length && (tag[end] === 0 || isFrameName(ascii(tag, end, 4))));
  };
  return sizes.find(isSize) ?? sizes[0] ?? 0;
}

const unicode = [undefined, 'utf-16', 'utf-16be', 'utf-8'];

/** A text frame: its encoding, then one or more texts, of which the first is used. */
function textOf(content: Uint8Array): string {
  const bytes = content.subarray(1, 1 + longest * 4);
  if (content[0] === 0) return legacyText(untilZero(bytes));
  const encoding = unicode[content[0] ?? 0xff];
  if (encoding === undefined) return '';
  const isBigEndian = encoding === 'utf-16' && bytes[0] === 0xfe && bytes[1] === 0xff;
  const text = decode(bytes, isBigEndian ? 'utf-16be' : encoding).replace(/^\0+/, '');
  return repairedText(text.split('\0')[0] ?? '');
}

const decode = (bytes: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(bytes);
const ascii = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));
const eightBits = (bytes: Uint8Array, at: number, length: number): number =>
  bytes.subarray(at, at + length).reduce((size, byte) => size * 256 + byte, 0);
const sevenBits = (bytes: Uint8Array, at: number): number =>
  bytes.subarray(at, at + 4).reduce((size, byte) => size * 128 + (byte & 0x7f), 0);
const littleEndian = (bytes: Uint8Array, at: number): number =>
  bytes.subarray(at, at + 4).reduceRight((size, byte) => size * 256 + byte, 0);

function untilZero(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end === -1 ? bytes : bytes.subarray(0, end);
}

/** Removes the zeros that keep FF from looking like an audio frame. */
const synchronised = (bytes: Uint8Array): Uint8Array =>
  bytes.filter((byte, at) => byte !== 0 || bytes[at - 1] !== 0xff);

/** In one form of Unicode, as it will be searched; null if nothing readable is left. */
function cleaned(text: string): string | null {
  const shown = text
    .split('\0')[0]
    ?.replace(/[\p{Cc}\p{Cf}\uFFFD]/gu, '')
    .trim()
    .normalize('NFC')
    .slice(0, longest);
  return shown === undefined || shown === '' ? null : shown;
}
