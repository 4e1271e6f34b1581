import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import { drawText, type PictureText } from '../adapters/storage/picture-text.ts';
import { layOver, scaledPicture } from '../adapters/storage/stored-pictures.ts';

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
const strip = { from: 64, bars: 42, step: 12, bar: 7 };
const middle = (height - 1) / 2;
/** Where the strip lies, alone or below a text. */
const stripAlone = { middle, tallest: 200 };
const stripBelowText = { middle: 432, tallest: 48 };
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
  /** Left of the record, the waveform below them or between. */
  readonly texts?: readonly PictureText[];
  /** The artist's own cover, a square WebP, in place of the record. */
  readonly cover?: Buffer | undefined;
}

/**
 * A link preview as a PNG of 1200 x 630: a track's waveform, and its cover or its record with the groove cut from the
 * waveform. Draws in slices and compresses off the event loop.
 */
export async function previewPicture({ peaks, texts = [], cover }: Preview): Promise<Buffer> {
  const loudness = peaks === null ? Buffer.alloc(1, 1) : Buffer.from(peaks, 'base64');
  const bars = levels(loudness, strip.bars);
  const place = texts.length > 0 ? stripBelowText : stripAlone;
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
    drawRecord(row, y, colors);
    rows.copyWithin((height - 1 - y) * long, y * long, (y + 1) * long);
    if (y % rowsAtOnce === 0) await setImmediate();
  }
  for (let y = 0; y < height; y += 1) {
    drawStrip(rows.subarray(y * long + 1, (y + 1) * long), Math.abs(y - place.middle), place.tallest, bars);
    if (y % rowsAtOnce === 0) await setImmediate();
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
  const layers = [];
  if (cover !== undefined)
    layers.push({
      input: await scaledPicture(cover, coverPlace.side),
      left: coverPlace.left,
      top: coverPlace.top,
    });
  for (const text of texts) {
    const layer = await drawText(text);
    if (layer) layers.push(layer);
  }
  return layers.length === 0 ? drawn : layOver(drawn, layers);
}

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

/** @param away how far the row is from the strip's middle */
function drawStrip(row: Uint8Array, away: number, tallest: number, bars: readonly number[]): void {
  const brassColor = onGround(1);
  for (const [at, level] of bars.entries()) {
    const from = strip.from + at * strip.step;
    if (away < 4 + level * tallest) row.fill(brassColor, from, from + strip.bar);
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
