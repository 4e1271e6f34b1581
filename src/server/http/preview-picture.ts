import { crc32, deflateSync } from 'node:zlib';

type Ink = readonly [red: number, green: number, blue: number];

const [width, height] = [1200, 630];
const ground: Ink = [0x15, 0x0e, 0x1a];
const brass: Ink = [0xff, 0xb2, 0x24];
const velvet: Ink = [0x2e, 0x12, 0x30];
/** px; the groove runs between the label and the rim. */
const record = { x: 868, radius: 252, label: 88, hole: 15, turns: 40 };
/** px */
const strip = { from: 64, bars: 42, step: 12, bar: 7, tallest: 200 };
const middle = (height - 1) / 2;
/** Inks of the record are looked up by the distance from its middle, in this part of a pixel. */
const fine = 8;

/**
 * A picture for link previews, as PNG of 1200 x 630: a track's waveform, and the record whose groove is cut from it.
 * Without peaks a quiet, even one.
 */
export function previewPicture(peaks: string | null): Buffer {
  const loudness = peaks === null ? Buffer.alloc(1, 1) : Buffer.from(peaks, 'base64');
  const bars = levels(loudness, strip.bars);
  const turns = levels(loudness, record.turns);
  const inks = Array.from({ length: (record.radius + 2) * fine }, (_, at) => recordInk(at / fine, turns));
  const long = 1 + width * 3;
  const rows = Buffer.alloc(height * long);
  // The lower half is the upper one upside down.
  for (let y = 0; y <= middle; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const reach = Math.round(Math.sqrt((x - record.x) ** 2 + (y - middle) ** 2) * fine);
      const [red, green, blue] = inks[reach] ?? stripInk(x, y, bars);
      const at = y * long + 1 + x * 3;
      rows[at] = red;
      rows[at + 1] = green;
      rows[at + 2] = blue;
    }
    rows.copyWithin((height - 1 - y) * long, y * long, (y + 1) * long);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits a channel, red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** So many levels from 0 to 1, of each stretch the loudest; squared, so that swells show. */
function levels(loudness: Buffer, count: number): number[] {
  const each = loudness.length / count;
  const found = Array.from({ length: count }, (_, at) => {
    const stretch = loudness.subarray(Math.floor(at * each), Math.max(1, Math.ceil((at + 1) * each)));
    return Math.max(...stretch) ** 2;
  });
  const most = Math.max(64 ** 2, ...found);
  return found.map((level) => level / most);
}

/** How much of a pixel lies inside an edge that is so many pixels away. */
const covered = (inside: number): number => Math.min(1, Math.max(0, inside + 0.5));

const mixed = (under: Ink, over: Ink, share: number): Ink => [
  under[0] + (over[0] - under[0]) * share,
  under[1] + (over[1] - under[1]) * share,
  under[2] + (over[2] - under[2]) * share,
];

function recordInk(reach: number, turns: readonly number[]): Ink {
  if (reach > record.radius - 1) return mixed(ground, brass, covered(record.radius - reach));
  if (reach < record.label) return mixed(velvet, brass, covered(record.hole - reach));
  const step = (record.radius - record.label) / record.turns;
  const turn = (reach - record.label) / step;
  const level = turns[Math.min(record.turns - 1, Math.floor(turn))] ?? 0;
  const fromMiddle = Math.abs((turn % 1) - 0.5) * step;
  return mixed(brass, velvet, covered((0.12 + 0.6 * level) * (step / 2) - fromMiddle));
}

function stripInk(x: number, y: number, bars: readonly number[]): Ink {
  const place = (x - strip.from) / strip.step;
  const level = bars[Math.floor(place)];
  if (level === undefined || (place % 1) * strip.step >= strip.bar) return ground;
  return Math.abs(y - middle) < 4 + level * strip.tallest ? brass : ground;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
