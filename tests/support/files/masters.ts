/** Builders of masters: files of sound without compression. All bytes are made here. */

export type Bytes = Uint8Array<ArrayBuffer>;

interface Shape {
  readonly channels?: number;
  readonly rate?: number;
  readonly bits?: 8 | 16 | 24 | 32 | 64;
  readonly isFloat?: boolean;
}

/** Samples of a tone and its octave, one frame after the other. */
export const aTone = (seconds: number, { channels = 2, rate = 44_100 }: Shape = {}): number[] =>
  Array.from({ length: Math.round(seconds * rate) * channels }, (_, i) => {
    const at = Math.floor(i / channels) / rate;
    return 0.5 * Math.sin(2 * Math.PI * (i % channels === 0 ? 440 : 880) * at);
  });

function writeSample(
  view: DataView,
  at: number,
  value: number,
  { bits = 16, isFloat = false }: Shape,
  little: boolean,
) {
  if (isFloat && bits === 64) return view.setFloat64(at, value, little);
  if (isFloat) return view.setFloat32(at, value, little);
  const whole = Math.round(value * (2 ** (bits - 1) - 1));
  if (bits === 8) return view.setUint8(at, little ? whole + 128 : whole & 0xff);
  if (bits === 16) return view.setInt16(at, whole, little);
  if (bits === 32) return view.setInt32(at, whole, little);
  view.setInt8(at + (little ? 2 : 0), whole >> 16);
  view.setUint8(at + 1, (whole >> 8) & 0xff);
  view.setUint8(at + (little ? 0 : 2), whole & 0xff);
}

export function pcm(samples: readonly number[], shape: Shape, little: boolean): Bytes {
  const step = (shape.bits ?? 16) / 8;
  const bytes = new Uint8Array(samples.length * step);
  const view = new DataView(bytes.buffer);
  for (const [i, value] of samples.entries()) writeSample(view, i * step, value, shape, little);
  return bytes;
}

const text = (words: string): Bytes => Uint8Array.from(words, (letter) => letter.charCodeAt(0));
const joined = (...parts: readonly Uint8Array[]): Bytes => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};
const number = (bytes: number, value: number, little: boolean): Bytes => {
  const view = new DataView(new ArrayBuffer(bytes));
  if (bytes === 2) view.setUint16(0, value, little);
  else view.setUint32(0, value, little);
  return new Uint8Array(view.buffer);
};

interface ChunkShape {
  /** What its field says, if not its length. */
  readonly says?: number;
  /** Whether a zero follows an odd length. */
  readonly isPadded?: boolean;
}

const chunk = (
  name: string,
  content: Uint8Array,
  little: boolean,
  { says = content.length, isPadded = true }: ChunkShape = {},
): Bytes =>
  joined(text(name), number(4, says, little), content, new Uint8Array(isPadded ? content.length % 2 : 0));

export const wavChunk = (name: string, content: Uint8Array, shape?: ChunkShape): Bytes =>
  chunk(name, content, true, shape);
export const aiffChunk = (name: string, content: Uint8Array, shape?: ChunkShape): Bytes =>
  chunk(name, content, false, shape);

/** A file of chunks, whose length may be wrong. */
export const ofChunks = (
  form: 'RIFF' | 'RF64' | 'BW64' | 'FORM',
  kind: string,
  chunks: readonly Bytes[],
  says?: number,
): Bytes => {
  const content = joined(text(kind), ...chunks);
  return joined(text(form), number(4, says ?? content.length, form !== 'FORM'), content);
};

const eightBytes = (value: number): Bytes =>
  joined(number(4, value % 2 ** 32, true), number(4, Math.floor(value / 2 ** 32), true));

/** The chunk that holds the lengths of a long WAV. */
export const longLengths = (data: number, table: readonly (readonly [string, number])[] = []): Bytes =>
  wavChunk(
    'ds64',
    joined(
      eightBytes(0),
      eightBytes(data),
      eightBytes(0),
      number(4, table.length, true),
      ...table.map(([name, length]) => joined(text(name), eightBytes(length))),
    ),
  );

type WavShape = Shape & { readonly extensible?: boolean; readonly tag?: number };

/** The format chunk of a WAV; `extensible` writes the longer form. */
export function wavFormat(shape: WavShape = {}): Bytes {
  const { channels = 2, rate = 44_100, bits = 16, isFloat = false, extensible = false } = shape;
  const tag = shape.tag ?? (isFloat ? 3 : 1);
  const [two, four] = [(value: number) => number(2, value, true), (value: number) => number(4, value, true)];
  const frame = (channels * bits) / 8;
  const plain = joined(
    two(extensible ? 0xfffe : tag),
    two(channels),
    four(rate),
    four(rate * frame),
    two(frame),
    two(bits),
  );
  const format = extensible
    ? joined(plain, two(22), two(bits), four(3), two(tag), text('\0\0\0\0\x10\0\x80\0\0\xaa\0\x38\x9b\x71'))
    : plain;
  return wavChunk('fmt ', format);
}

/** A WAV of these samples; `before` writes another chunk in front. */
export const aWav = (
  samples: readonly number[],
  shape: WavShape & { readonly before?: number } = {},
): Bytes =>
  ofChunks('RIFF', 'WAVE', [
    ...(shape.before === undefined ? [] : [wavChunk('JUNK', new Uint8Array(shape.before))]),
    wavFormat(shape),
    wavChunk('data', pcm(samples, shape, true)),
  ]);

/** 80 bits (IEEE 754 extended precision) of a whole number. */
function extended(value: number): Bytes {
  const exponent = Math.floor(Math.log2(value));
  return joined(
    number(2, exponent + 16_383, false),
    number(4, value * 2 ** (31 - exponent), false),
    new Uint8Array(4),
  );
}

type AiffShape = Shape & { readonly compression?: string };

/** The chunk that describes an AIFF of these samples, or with a compression's name an AIFF-C. */
export function aiffFormat(samples: readonly number[], shape: AiffShape = {}): Bytes {
  const { channels = 2, rate = 44_100, bits = 16, compression } = shape;
  const common = joined(
    number(2, channels, false),
    number(4, samples.length / channels, false),
    number(2, bits, false),
    extended(rate),
    ...(compression === undefined ? [] : [text(compression), Uint8Array.of(0, 0)]),
  );
  return aiffChunk('COMM', common);
}

const littleEndian: readonly (string | undefined)[] = ['sowt', '42ni'];

/** The samples of an AIFF, behind eight bytes that are zero. */
export const aiffSound = (samples: readonly number[], shape: AiffShape = {}): Bytes =>
  joined(new Uint8Array(8), pcm(samples, shape, littleEndian.includes(shape.compression)));

export const anAiff = (samples: readonly number[], shape: AiffShape = {}): Bytes =>
  ofChunks('FORM', shape.compression === undefined ? 'AIFF' : 'AIFC', [
    aiffFormat(samples, shape),
    aiffChunk('SSND', aiffSound(samples, shape)),
  ]);

/** The rest of a polynomial division, as FLAC checks its frames with it. */
function rest(bytes: Uint8Array, bits: 8 | 16, polynomial: number): number {
  const top = 2 ** (bits - 1);
  return bytes.reduce((sum, byte) => {
    let now = sum ^ (byte << (bits - 8));
    for (let i = 0; i < 8; i++) now = (now & top) !== 0 ? (now << 1) ^ polynomial : now << 1;
    return now & (2 * top - 1);
  }, 0);
}

const flacBlock = 4096;

/** A FLAC of stereo samples of 16 bits at 44.1 kHz, stored as they are, in whole blocks: what is left over is not in it. */
export function aFlac(samples: readonly number[]): Bytes {
  const blocks = Math.floor(samples.length / 2 / flacBlock);
  const info = new DataView(new ArrayBuffer(34));
  info.setUint16(0, flacBlock, false);
  info.setUint16(2, flacBlock, false);
  // 20 bits of rate, 3 of channels less one, 5 of bits less one, 36 of samples.
  info.setUint32(10, ((44_100 << 12) | (1 << 9) | (15 << 4)) >>> 0, false);
  info.setUint32(14, blocks * flacBlock, false);
  const frames = Array.from({ length: blocks }, (_, block) => {
    if (block > 127) throw new Error('A longer number of a frame takes more than a byte.');
    const head = Uint8Array.of(0xff, 0xf8, 0xc9, 0x18, block);
    const piece = samples.slice(2 * block * flacBlock, 2 * (block + 1) * flacBlock);
    const sides = [0, 1].flatMap((side) => [
      Uint8Array.of(2),
      pcm(
        piece.filter((_, i) => i % 2 === side),
        {},
        false,
      ),
    ]);
    const frame = joined(head, Uint8Array.of(rest(head, 8, 0x07)), ...sides);
    return joined(frame, number(2, rest(frame, 16, 0x8005), false));
  });
  return joined(text('fLaC'), Uint8Array.of(0x80, 0, 0, 34), new Uint8Array(info.buffer), ...frames);
}
