import { readFile } from 'node:fs/promises';

/** Builders of files that are MP3s, nearly MP3s and anything but. All bytes are made here or are free music. */

type Bytes = Uint8Array<ArrayBuffer>;

export const FIFTY_MEBIBYTES = 50 * 1024 * 1024;

const SAMPLE_RATE = 44_100;
const SAMPLES_PER_FRAME = 1152;
const KILOBITS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
export type Bitrate = 32 | 40 | 48 | 56 | 64 | 80 | 96 | 112 | 128 | 160 | 192 | 224 | 256 | 320;

export interface Mp3Shape {
  /** Seconds of silence; rounded up to whole frames. Default 2. */
  seconds?: number;
  /** kbit/s. Default 128. */
  bitrate?: Bitrate;
  /** Text hidden in the first frame, so that two files of one shape differ. */
  mark?: string;
}

export const bytesOf = (...parts: (Uint8Array | string)[]): Bytes =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))));

/** The same bytes on every run, without order. */
export function noise(length: number, seed = 1): Bytes {
  const bytes = new Uint8Array(length);
  let state = seed;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

const frameLength = (bitrate: number, padding: number): number =>
  Math.floor((144_000 * bitrate) / SAMPLE_RATE) + padding;

/** Version 1, layer III, 44.1 kHz, stereo, no checksum: with nothing but zeros behind it, a frame of silence. */
function writeHeader(file: Uint8Array, at: number, bitrate: number, padding: number): void {
  file.set([0xff, 0xfb, (KILOBITS.indexOf(bitrate) << 4) | (padding << 1), 0x00], at);
}

export const framesOfSeconds = (seconds: number): number =>
  Math.ceil((seconds * SAMPLE_RATE) / SAMPLES_PER_FRAME);

/** One frame of silence (418 bytes at most at 128 kbit/s). */
export function aSilentFrame(bitrate: Bitrate = 128, padding: 0 | 1 = 0): Bytes {
  const frame = new Uint8Array(frameLength(bitrate, padding));
  writeHeader(frame, 0, bitrate, padding);
  return frame;
}

function markedFirstFrame(file: Bytes, mark: string): Bytes {
  const bytes = Buffer.from(mark);
  const ancillaryData = 4 + 32;
  if (bytes.length > 60) throw new RangeError('A mark has 60 bytes at most.');
  file.set(bytes, ancillaryData);
  return file;
}

/** A valid, decodable MP3 of silence at a constant bitrate. */
export function anMp3({ seconds = 2, bitrate = 128, mark = '' }: Mp3Shape = {}): Bytes {
  const length = frameLength(bitrate, 0);
  const file = new Uint8Array(framesOfSeconds(seconds) * length);
  for (let at = 0; at < file.length; at += length) writeHeader(file, at, bitrate, 0);
  return markedFirstFrame(file, mark);
}

/** A valid MP3 of exactly so many bytes; at least 200,000, for then padding bits make up any length. */
export function anMp3OfExactly(
  bytes: number,
  { bitrate = 128, mark = '' }: Omit<Mp3Shape, 'seconds'> = {},
): Bytes {
  const length = frameLength(bitrate, 0);
  const frames = Math.floor(bytes / length);
  const padded = bytes - frames * length;
  if (padded > frames) throw new RangeError(`No whole frames make ${bytes} bytes.`);
  const file = new Uint8Array(bytes);
  for (let frame = 0, at = 0; frame < frames; frame++) {
    const padding = frame < padded ? 1 : 0;
    writeHeader(file, at, bitrate, padding);
    at += length + padding;
  }
  return markedFirstFrame(file, mark);
}

/** A valid MP3 whose bitrate changes with every frame. */
export function aVbrMp3({ seconds = 2 }: Pick<Mp3Shape, 'seconds'> = {}): Bytes {
  const bitrates: readonly Bitrate[] = [128, 64, 320, 96, 32, 160];
  const frames = Array.from({ length: framesOfSeconds(seconds) }, (_, i) =>
    aSilentFrame(bitrates[i % bitrates.length] ?? 128, i % 2 === 0 ? 0 : 1),
  );
  return bytesOf(...frames);
}

/** The frame in front of a file that describes it; it holds no sound. */
export function anInfoFrame(name: 'Xing' | 'Info' | 'VBRI' = 'Xing'): Bytes {
  const frame = aSilentFrame(128);
  frame.set(Buffer.from(name), 4 + 32);
  return frame;
}

export const anMp3WithXing = (shape: Mp3Shape = {}): Bytes => bytesOf(anInfoFrame('Xing'), anMp3(shape));

/** ID3v2.4 with this content; `claims` writes another size than the content has. */
export function anId3v2Tag(
  content: Uint8Array | string = 'TIT2',
  { claims, footer = false }: { claims?: number; footer?: boolean } = {},
): Bytes {
  const body = bytesOf(content);
  const size = claims ?? body.length;
  const header = [
    4,
    0,
    footer ? 0x10 : 0,
    (size >> 21) & 127,
    (size >> 14) & 127,
    (size >> 7) & 127,
    size & 127,
  ];
  return bytesOf('ID3', Uint8Array.from(header), body, ...(footer ? ['3DI', Uint8Array.from(header)] : []));
}

export const anId3v1Tag = (title = 'Title'): Bytes => bytesOf(`TAG${title}`.padEnd(128, '\0'));

/** APEv2 with header and footer. */
export function anApeTag(content: Uint8Array | string = 'cover'): Bytes {
  const body = bytesOf(content);
  const block = (flags: number) => {
    const bytes = Buffer.alloc(32);
    bytes.write('APETAGEX');
    bytes.writeUInt32LE(2000, 8);
    bytes.writeUInt32LE(body.length + 32, 12);
    bytes.writeUInt32LE(1, 16);
    bytes.writeUInt32LE(flags, 20);
    return bytes;
  };
  return bytesOf(block(0xa0000000), body, block(0x80000000));
}

export const aLyrics3Tag = (lyrics = 'la la'): Bytes =>
  bytesOf('LYRICSBEGIN', lyrics, String(11 + lyrics.length).padStart(6, '0'), 'LYRICS200');

export const anMp3WithTags = (shape: Mp3Shape = {}): Bytes =>
  bytesOf(anId3v2Tag('TIT2 A title'), anMp3(shape), anId3v1Tag());

/** An MP3 whose last frame the end of the file cuts in half. */
export function anMp3CutInAFrame(shape: Mp3Shape = {}): Bytes {
  const file = anMp3(shape);
  return file.slice(0, file.length - 200);
}

const JPEG_START = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49, 0x46, 0x00);

export const anMp3WithAPicture = (shape: Mp3Shape = {}): Bytes =>
  bytesOf(anId3v2Tag(bytesOf('APIC', JPEG_START, noise(150_000))), anMp3(shape));

const A_PAGE = '<!doctype html><html><script>alert(document.domain)</script></html>\n';

/** A page in front of an MP3: a browser that sniffs would run it. */
export const anMp3WithHtmlInFront = (shape: Mp3Shape = {}): Bytes => bytesOf(A_PAGE, anMp3(shape));

export const emptyFile = (): Bytes => new Uint8Array(0);

export const htmlFile = (bytes = 5000): Bytes => bytesOf(A_PAGE.repeat(Math.ceil(bytes / A_PAGE.length)));

const PNG_START = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13);
export const pngFile = (bytes = 100_000): Bytes => bytesOf(PNG_START, 'IHDR', noise(bytes, 2));

export const zipFile = (bytes = 100_000): Bytes =>
  bytesOf(Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0), noise(bytes, 3));

export const m4aFile = (bytes = 100_000): Bytes =>
  bytesOf(
    Uint8Array.of(0, 0, 0, 24),
    'ftypM4A \0\0\0\0M4A mp42',
    Uint8Array.of(0, 1, 0, 0),
    'mdat',
    noise(bytes, 4),
  );

/** PCM in a WAV container. `looksLikeFrames` fills it with bytes that look like frame headers. */
export function wavFile(bytes = 200_000, { looksLikeFrames = false } = {}): Bytes {
  const header = Buffer.alloc(44);
  header.write('RIFF');
  header.writeUInt32LE(bytes + 36, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt32LE(0x0002_0001, 20);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * 4, 28);
  header.writeUInt32LE(0x0010_0004, 32);
  header.write('data', 36);
  header.writeUInt32LE(bytes, 40);
  const samples = noise(bytes, 5);
  if (looksLikeFrames) for (let at = 0; at + 4 <= bytes; at += 100) writeHeader(samples, at, 128, 0);
  return bytesOf(header, samples);
}

/** Frames of equal length with the first three header bytes given. */
function framesLike(header: readonly number[], length: number, frames: number): Bytes {
  const file = new Uint8Array(length * frames);
  for (let at = 0; at < file.length; at += length) file.set(header, at);
  return file;
}

/** Valid MPEG audio of layer II: 128 kbit/s, 44.1 kHz. */
export const layerTwoFile = (): Bytes => framesLike([0xff, 0xfd, 0x80, 0x00], 417, 400);

/** Valid MPEG audio of layer I: 128 kbit/s, 44.1 kHz. */
export const layerOneFile = (): Bytes => framesLike([0xff, 0xff, 0x40, 0x00], 136, 1000);

/** Layer III whose headers do not say their bitrate. */
export const freeFormatFile = (): Bytes => framesLike([0xff, 0xfb, 0x00, 0x00], 500, 400);

/** A tag that claims 256 MB in front of a small MP3. */
export const id3Bomb = (): Bytes => bytesOf(anId3v2Tag('', { claims: 0x0fff_ffff }), anMp3());

/** Real music at 128 kbit/s, 90 seconds; the license stands beside the files. */
export type RealTrack = 'metal-madness' | 'war-of-freedom';
export const aRealTrack = async (name: RealTrack = 'metal-madness'): Promise<Bytes> =>
  new Uint8Array(await readFile(new URL(`../../fixtures/audio/${name}.mp3`, import.meta.url)));
