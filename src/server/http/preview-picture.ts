import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import { layPictureOver } from '../adapters/storage/stored-pictures.ts';

type Ink = readonly [red: number, green: number, blue: number];

const compress = promisify(deflate);
const [width, height] = [1200, 630];
const ground: Ink = [0x15, 0x0e, 0x1a];
const brass: Ink = [0xff, 0xb2, 0x24];
const velvet: Ink = [0x2e, 0x12, 0x30];
/** In pixels. The groove runs between the label and the rim. */
const record = { x: 868, radius: 252, label: 88, hole: 15, turns: 40 };
/** In pixels. A cover hides the record. */
const coverPlace = {
  left: record.x - record.radius,
  top: height / 2 - record.radius,
  side: 2 * record.radius,
};
/** In pixels. */
const strip = { from: 64, bars: 42, step: 12, bar: 7, tallest: 200 };
const middle = (height - 1) / 2;
/** Steps per pixel in the look-up table of the record's colors by distance from its center. */
const fine = 8;
/** Rows drawn before yielding to requests. */
const rowsAtOnce = 64;

/** The palette of a picture without a cover: shades from ground to brass, then from velvet to brass. */
const shades = 128;
const onGround = (share: number): number => Math.round(share * (shades - 1));
const onVelvet = (share: number): number => shades + onGround(share);
const palette = Buffer.from(
  [ground, velvet].flatMap((under) =>
    Array.from({ length: shades }, (_, at) => mixed(under, brass, at / (shades - 1))).flat(),
  ),
);

interface Preview {
  /** In base64, as the web gets them. Without peaks a quiet, even waveform is drawn. */
  readonly peaks: string | null;
  readonly lines?: readonly DotLine[];
  /** The artist's own cover, a square WebP, in place of the record. */
  readonly cover?: Buffer | undefined;
}

/**
 * A link preview as a PNG of 1200 x 630: a track's waveform, and its cover or its record with the groove cut from the
 * waveform. Text goes above and below the waveform. Draws in slices and compresses off the event loop.
 */
export async function previewPicture({ peaks, lines = [], cover }: Preview): Promise<Buffer> {
  const loudness = peaks === null ? Buffer.alloc(1, 1) : Buffer.from(peaks, 'base64');
  const bars = levels(loudness, strip.bars).map((level) => (lines.length > 0 ? level / 2 : level));
  const turns = levels(loudness, record.turns);
  const colors = Uint8Array.from({ length: (record.radius + 2) * fine }, (_, at) =>
    recordColor(at / fine, turns),
  );
  // A byte before each row states its filter: none.
  const long = 1 + width;
  const rows = Buffer.alloc(height * long);
  // The lower half mirrors the upper one.
  for (let y = 0; y <= middle; y += 1) {
    const row = rows.subarray(y * long + 1, (y + 1) * long);
    drawStrip(row, y, bars);
    drawRecord(row, y, colors);
    rows.copyWithin((height - 1 - y) * long, y * long, (y + 1) * long);
    if (y % rowsAtOnce === 0) await setImmediate();
  }
  for (const [line, y] of lines.flatMap((each) => rowsOf(each).map((row) => [each, row] as const))) {
    for (const { from, to } of litStretches(line, y))
      rows.fill(onGround(1), y * long + 1 + from, y * long + 1 + to);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits per pixel, indexed color.
  header.set([8, 3, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const drawn = Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', await compress(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return cover === undefined ? drawn : layPictureOver(drawn, cover, coverPlace);
}

const rowsOf = ({ y, step }: DotLine): number[] => Array.from({ length: 7 * step }, (_, row) => y + row);

/** This many levels from 0 to 1, each the loudest of its range; squared, so that swells show. */
function levels(loudness: Buffer, count: number): number[] {
  const each = loudness.length / count;
  const found = Array.from({ length: count }, (_, at) => {
    const stretch = loudness.subarray(Math.floor(at * each), Math.max(1, Math.ceil((at + 1) * each)));
    return Math.max(...stretch) ** 2;
  });
  const most = Math.max(64 ** 2, ...found);
  return found.map((level) => level / most);
}

/** The share of a pixel inside an edge that is this many pixels away. */
const covered = (inside: number): number => Math.min(1, Math.max(0, inside + 0.5));

function mixed(under: Ink, over: Ink, share: number): number[] {
  return under.map((part, i) => Math.trunc(part + ((over[i] ?? 0) - part) * share));
}

function recordColor(reach: number, turns: readonly number[]): number {
  if (reach > record.radius - 1) return onGround(covered(record.radius - reach));
  if (reach < record.label) return onVelvet(covered(record.hole - reach));
  const step = (record.radius - record.label) / record.turns;
  const turn = (reach - record.label) / step;
  const level = turns[Math.min(record.turns - 1, Math.floor(turn))] ?? 0;
  const fromMiddle = Math.abs((turn % 1) - 0.5) * step;
  return onVelvet(1 - covered((0.12 + 0.6 * level) * (step / 2) - fromMiddle));
}

function drawRecord(row: Uint8Array, y: number, colors: Uint8Array): void {
  const up = (y - middle) ** 2;
  const reach = record.radius + 2;
  for (let x = record.x - reach; x <= record.x + reach; x += 1) {
    const color = colors[Math.round(Math.sqrt((x - record.x) ** 2 + up) * fine)];
    if (color !== undefined) row[x] = color;
  }
}

function drawStrip(row: Uint8Array, y: number, bars: readonly number[]): void {
  const brassColor = onGround(1);
  for (const [at, level] of bars.entries()) {
    const from = strip.from + at * strip.step;
    if (Math.abs(y - middle) < 4 + level * strip.tallest) row.fill(brassColor, from, from + strip.bar);
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** Letters of five by seven dots, as in the review page's lights; rows from the top, one bit per dot. */
const letters: Readonly<Record<string, readonly number[]>> = {
  ' ': [0, 0, 0, 0, 0, 0, 0],
  '0': [14, 17, 19, 21, 25, 17, 14],
  '1': [4, 12, 4, 4, 4, 4, 14],
  '2': [14, 17, 1, 6, 8, 16, 31],
  '3': [31, 2, 4, 2, 1, 17, 14],
  '4': [2, 6, 10, 18, 31, 2, 2],
  '5': [31, 16, 30, 1, 1, 17, 14],
  '6': [6, 8, 16, 30, 17, 17, 14],
  '7': [31, 1, 2, 4, 8, 8, 8],
  '8': [14, 17, 17, 14, 17, 17, 14],
  '9': [14, 17, 17, 15, 1, 2, 12],
  A: [14, 17, 17, 31, 17, 17, 17],
  D: [30, 17, 17, 17, 17, 17, 30],
  E: [31, 16, 16, 30, 16, 16, 31],
  F: [31, 16, 16, 30, 16, 16, 16],
  H: [17, 17, 17, 31, 17, 17, 17],
  I: [14, 4, 4, 4, 4, 4, 14],
  L: [16, 16, 16, 16, 16, 16, 31],
  N: [17, 25, 21, 19, 17, 17, 17],
  O: [14, 17, 17, 17, 17, 17, 14],
  P: [30, 17, 17, 30, 16, 16, 16],
  R: [30, 17, 17, 30, 20, 18, 17],
  S: [15, 16, 16, 14, 1, 1, 30],
  T: [31, 4, 4, 4, 4, 4, 4],
  Y: [17, 17, 10, 4, 4, 4, 4],
};

function rowsOfLetter(letter: string): readonly number[] {
  const rows = letters[letter];
  if (!rows) throw new Error(`There is no letter of dots for "${letter}".`);
  return rows;
}
const [across, down] = [5, 7];
const dotsOfLetter = across + 1;

interface DotLine {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Pixels from one dot to the next. */
  readonly step: number;
}

/** The largest step at which the text fits. */
export const stepToFit = (text: string, width: number, most: number): number =>
  Math.min(most, Math.floor(width / (text.length * dotsOfLetter)));

/** The lit ranges of a line in one row of pixels. */
function litStretches({ text, x, y, step }: DotLine, row: number): { from: number; to: number }[] {
  const place = Math.floor((row - y) / step);
  const isGap = (row - y) % step >= step - Math.max(1, Math.floor(step / 5));
  if (row < y || place >= down || isGap) return [];
  const lit = step - Math.max(1, Math.floor(step / 5));
  return [...text].flatMap((letter, at) => {
    const bits = rowsOfLetter(letter)[place] ?? 0;
    return Array.from({ length: across }, (_, dot) => dot)
      .filter((dot) => (bits >> (across - 1 - dot)) & 1)
      .map((dot) => {
        const from = x + (at * dotsOfLetter + dot) * step;
        return { from, to: from + lit };
      });
  });
}
