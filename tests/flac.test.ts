import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { aFlac, aTone } from '#tests/support/files/masters.ts';
import { countedReads } from '#tests/support/world/counted-reads.ts';
import { FileWindow } from '#web/music/tracks/masters/file-window.ts';
import { mostBlockSamples } from '#web/music/tracks/masters/flac-frame.ts';
import { type FlacInfo, readFlacInfo } from '#web/music/tracks/masters/flac-info.ts';
import { flacPieces } from '#web/music/tracks/masters/flac-pieces.ts';
import { damaged, tooManyChannels, unreadable } from '#web/music/tracks/masters/pcm-layout.ts';

type Bytes = Uint8Array<ArrayBuffer>;
const pieceFrames = 2 ** 14;

/** Computed sounds, written by libFLAC 1.3.4 at different levels. */
const written = globSync(join(import.meta.dirname, 'fixtures/flac/*.flac')).map(
  (path) => [basename(path, '.flac'), new Uint8Array(readFileSync(path))] as const,
);
/** A float carries 24 bits. */
const exact = written.filter(([name]) => name !== 'stereo-32-bit');

function named(name: string): Bytes {
  const file = written.find(([its]) => its === name)?.[1];
  if (!file) throw new Error(`No FLAC is named ${name}.`);
  return file;
}

interface Decoded {
  readonly info: FlacInfo;
  readonly pieces: readonly (readonly Float32Array[])[];
  readonly shares: readonly number[];
}

async function infoOf(bytes: Bytes): Promise<FlacInfo> {
  return (await readFlacInfo(new FileWindow(new Blob([bytes])))) ?? expect.fail('It is no FLAC.');
}

async function decoded(bytes: Bytes): Promise<Decoded> {
  const info = await infoOf(bytes);
  const all = await Array.fromAsync(flacPieces(new Blob([bytes]), { info, pieceFrames }));
  return { info, pieces: all.map(([sides]) => sides), shares: all.map(([, share]) => share) };
}

/** Of the samples as whole numbers, as a FLAC carries it. */
function checksum({ info, pieces }: Decoded): string {
  const hash = createHash('md5');
  const step = Math.ceil(info.bits / 8);
  for (const sides of pieces) {
    const length = sides[0]?.length ?? 0;
    const whole = Buffer.alloc(length * step * sides.length);
    for (const [channel, side] of sides.entries()) {
      for (let i = 0; i < length; i++)
        whole.writeIntLE((side[i] ?? 0) * 2 ** (info.bits - 1), (i * sides.length + channel) * step, step);
    }
    hash.update(whole);
  }
  return hash.digest('hex');
}

const toldChecksum = (file: Bytes) => Buffer.from(file.subarray(26, 42)).toString('hex');

const lengthOf = ({ pieces }: Decoded) => pieces.reduce((sum, [side]) => sum + (side?.length ?? 0), 0);

/** Where the sound begins, behind the blocks that describe it. */
function soundBegin(file: Bytes): number {
  const view = new DataView(file.buffer);
  for (let at = 4; ; ) {
    const block = view.getUint32(at, false);
    at += 4 + (block & 0xff_ffff);
    if (block >>> 31 === 1) return at;
  }
}

const joined = (...parts: readonly Uint8Array[]): Bytes => new Uint8Array(Buffer.concat(parts));

/** The sound of a file so many times, which makes it one of so many times its length. */
async function repeated(file: Bytes, times: number): Promise<Bytes> {
  const begin = soundBegin(file);
  const sound = file.subarray(begin);
  const long = joined(file.subarray(0, begin), ...Array.from({ length: times }, () => sound));
  new DataView(long.buffer).setUint32(22, (await infoOf(file)).samples * times, false);
  return long;
}

describe('a FLAC file', () => {
  it.each(exact)('of the kind %s decodes to exactly the encoded samples', async (_, file) => {
    const sound = await decoded(file);
    expect(checksum(sound)).toBe(toldChecksum(file));
    expect(lengthOf(sound)).toBe(sound.info.samples);
  });

  it('of 32 bits decodes as closely as floats allow', async () => {
    const { info, pieces } = await decoded(named('stereo-32-bit'));
    expect(info).toMatchObject({ bits: 32, samples: 3000 });
    const left = pieces.flatMap(([side]) => Array.from(side ?? []));
    const worst = Math.max(...left.map((sample, i) => Math.abs(sample - 0.7 * Math.sin(i * 0.031))));
    expect(worst).toBeLessThan(1e-7);
  });

  it('with uncompressed samples decodes to them', async () => {
    const tone = aTone(1);
    const { pieces } = await decoded(aFlac(tone));
    const left = pieces.flatMap(([side]) => Array.from(side ?? []));
    const worst = Math.max(...left.map((sample, i) => Math.abs(sample - (tone[2 * i] ?? 0))));
    expect(worst).toBeLessThan(1e-4);
  });

  it('longer than one read is decoded in pieces of limited length, with progress', async () => {
    const long = await repeated(named('noise'), 200);
    expect(long.length).toBeGreaterThan(5_000_000);
    const sound = await decoded(long);
    expect(lengthOf(sound)).toBe(200 * 4410);
    expect(sound.shares).toEqual(sound.shares.toSorted((a, b) => a - b));
    expect(sound.shares.at(-1)).toBe(1);
    const most = Math.max(...sound.pieces.map(([side]) => side?.length ?? 0));
    expect(most).toBeLessThanOrEqual(pieceFrames + mostBlockSamples);
  });

  it('with long silence in few bytes is decoded in pieces of limited length too', async () => {
    const sound = await decoded(await repeated(named('silence'), 100));
    expect(lengthOf(sound)).toBe(100 * 88_200);
    expect(sound.pieces.length).toBeGreaterThan(300);
  });

  it('with tags before and after, and a large picture, is decoded', async () => {
    const file = named('stereo-16-bit');
    const tag = new Uint8Array(300);
    // Its length without its first ten bytes, seven bits in each byte.
    tag.set([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 2, 34]);
    const picture = new Uint8Array(5_000_004);
    new DataView(picture.buffer).setUint32(0, 0x0600_0000 + 5_000_000, false);
    const more = joined(tag, file.subarray(0, 42), picture, file.subarray(42), new Uint8Array(128));
    expect(checksum(await decoded(more))).toBe(toldChecksum(file));
    // With a footer, which its length does not count.
    const footer = new Uint8Array(10);
    const withFooter = joined(tag, footer, file);
    withFooter[5] = 0x10;
    expect(checksum(await decoded(withFooter))).toBe(toldChecksum(file));
    expect(checksum(await decoded(joined(tag, tag, file)))).toBe(toldChecksum(file));
  });

  it('with many empty blocks in front of the sound is decoded with few reads', async () => {
    const file = named('stereo-16-bit');
    const padding = Uint8Array.from({ length: 2_000_000 }, (_, i) => (i % 4 === 0 ? 1 : 0));
    const many = joined(file.subarray(0, 42), padding, file.subarray(42));
    const counted = countedReads(many);
    const info = await infoOf(many);
    await Array.fromAsync(flacPieces(counted, { info, pieceFrames }));
    expect(counted.reads()).toBeLessThan(50);
    expect(checksum(await decoded(many))).toBe(toldChecksum(file));
  });

  it('is rejected wherever it is cut', async () => {
    for (const [, file] of written) {
      for (const share of [0.3, 0.6, 0.9, 0.999]) {
        const length = soundBegin(file) + Math.floor((file.length - soundBegin(file)) * share);
        await expect(decoded(file.slice(0, length))).rejects.toThrow(damaged);
      }
    }
  });

  it('is rejected wherever a bit of its audio is wrong', async () => {
    for (const [, file] of written) {
      const begin = soundBegin(file);
      for (let i = 0; i < 40; i++) {
        const wrong = file.slice();
        const at = begin + Math.floor(((file.length - begin) * (i + 0.5)) / 40);
        wrong[at] = (wrong[at] ?? 0) ^ (1 << (i % 8));
        await expect(decoded(wrong)).rejects.toThrow(damaged);
      }
    }
  });

  it('longer than declared is rejected, not cut', async () => {
    const file = named('stereo-16-bit');
    const sound = file.subarray(soundBegin(file));
    await expect(decoded(joined(file, file))).rejects.toThrow(damaged);
    await expect(decoded(joined(file, sound))).rejects.toThrow(damaged);
    const shorter = file.slice();
    new DataView(shorter.buffer).setUint32(22, 100, false);
    await expect(decoded(shorter)).rejects.toThrow(damaged);
  });

  it('with frames of another rate than declared is rejected', async () => {
    const file = aFlac(aTone(1));
    const view = new DataView(file.buffer);
    // Half of 44.1 kHz in the highest 20 bits.
    view.setUint32(18, ((22_050 << 12) | (view.getUint32(18, false) & 0xfff)) >>> 0, false);
    await expect(decoded(file)).rejects.toThrow(damaged);
  });

  it('with only its description is rejected', async () => {
    const file = named('stereo-16-bit');
    await expect(decoded(file.slice(0, soundBegin(file)))).rejects.toThrow(damaged);
    await expect(decoded(file.slice(0, 42))).rejects.toThrow(damaged);
  });
});

test('the description of a FLAC file has its rate, channels, bits and length', async () => {
  const file = aFlac(aTone(1));
  expect(await infoOf(file)).toEqual({
    begin: 4,
    sampleRate: 44_100,
    channels: 2,
    bits: 16,
    samples: 40_960,
  });
  await expect(infoOf(file.slice(0, 30))).rejects.toThrow(unreadable);
});

test.each([
  ['no rate', 18, 0x0000_02f0],
  ['a rate of 4 kHz', 18, 0x00fa_02f0],
  ['no length', 22, 0],
])('a FLAC file with %s cannot be read', async (_, at, word) => {
  const file = aFlac(aTone(1));
  new DataView(file.buffer).setUint32(at, word, false);
  await expect(infoOf(file)).rejects.toThrow(unreadable);
});

test('a FLAC file with six channels is rejected by its description', async () => {
  const file = aFlac(aTone(1));
  const view = new DataView(file.buffer);
  view.setUint32(18, (view.getUint32(18, false) & ~(7 << 9)) | (5 << 9), false);
  await expect(infoOf(file)).rejects.toThrow(tooManyChannels);
});
