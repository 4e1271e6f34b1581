import { crc32, deflateSync } from 'node:zlib';

const [width, height] = [1200, 630];
const bars = 80;
const ground = [0x15, 0x0e, 0x1a] as const;
const ink = [0xf2, 0xb8, 0x4b] as const;

/** A picture for link previews, as PNG of 1200 x 630: the loudness of a track as bars. Without peaks an even line. */
export function previewPicture(peaks: string | null): Buffer {
  const heights = barHeights(peaks);
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1) {
    const row = y * (1 + width * 3) + 1;
    for (let x = 0; x < width; x += 1) {
      const bar = Math.floor((x * bars) / width);
      const isInk = x % (width / bars) < 9 && Math.abs(y - height / 2) < (heights[bar] ?? 0);
      rows.set(isInk ? ink : ground, row + x * 3);
    }
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

/** Half the height of each bar in pixels. */
function barHeights(peaks: string | null): number[] {
  const bytes = peaks === null ? Buffer.alloc(bars, 40) : Buffer.from(peaks, 'base64');
  const each = bytes.length / bars;
  return Array.from({ length: bars }, (_, bar) => {
    const loudest = Math.max(...bytes.subarray(Math.floor(bar * each), Math.ceil((bar + 1) * each)));
    return 6 + (loudest / 255) * (height / 2 - 90);
  });
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
