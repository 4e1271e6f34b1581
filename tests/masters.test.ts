import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, expect, it, test } from 'vitest';
import { createEncoder } from 'wasm-media-encoders';
import { Mp3FrameReader } from '#server/music/tracks/audio/mp3-frame-reader.ts';
import { anAiff, aTone, aWav } from '#tests/support/files/masters.ts';
import { readMaster } from '#tests/support/files/read-master.ts';
import { encodedRate, isTooLong } from '#web/music/tracks/masters/master-limits.ts';
import { compressedInside, damaged, noSound, unusualFormat } from '#web/music/tracks/masters/pcm-layout.ts';

const tone = aTone(0.05);

async function* inOne(bytes: Uint8Array) {
  yield bytes;
}

async function expectTone(file: Uint8Array<ArrayBuffer>, precision: number): Promise<void> {
  const { samples } = await readMaster(file);
  expect(samples.length).toBe(tone.length);
  const worst = Math.max(...samples.map((sample, i) => Math.abs(sample - (tone[i] ?? 0))));
  expect(worst).toBeLessThan(precision);
}

describe('a WAV file', () => {
  test.each([
    ['of 8 bits', { bits: 8 }, 0.01],
    ['of 16 bits', { bits: 16 }, 1e-4],
    ['of 24 bits', { bits: 24 }, 1e-6],
    ['of 32 bits', { bits: 32 }, 1e-6],
    ['of floats', { bits: 32, isFloat: true }, 1e-6],
    ['of double floats', { bits: 64, isFloat: true }, 1e-6],
    ['of 24 bits in the extensible form', { bits: 24, extensible: true }, 1e-6],
    ['of floats in the extensible form', { bits: 32, isFloat: true, extensible: true }, 1e-6],
    ['with other chunks of odd length at the start', { before: 70_001 }, 1e-4],
  ] as const)('%s gives its samples', async (_, shape, precision) => {
    await expectTone(aWav(tone, shape), precision);
  });

  it('has its rate and channels', async () => {
    const { layout } = await readMaster(
      aWav(aTone(0.01, { channels: 1, rate: 96_000 }), { channels: 1, rate: 96_000, bits: 24 }),
    );
    expect(layout).toMatchObject({ channels: 1, sampleRate: 96_000, bits: 24, sample: 'integer' });
  });

  it('that ends early is read to its end', async () => {
    const file = aWav(tone);
    const { samples } = await readMaster(file.slice(0, file.length - 400));
    expect(samples.length).toBe(tone.length - 200);
  });

  it('with compressed audio is rejected by the name of its codec', async () => {
    await expect(readMaster(aWav(tone, { tag: 0x55 }))).rejects.toThrow(compressedInside);
  });

  test.each([
    ['of more than two channels', aWav(tone, { channels: 6 }), 'more than two channels'],
    ['of no channels', aWav(tone, { channels: 0 }), damaged],
    ['of no rate', aWav(tone, { rate: 0 }), unusualFormat],
    ['without audio', aWav([]), noSound],
    ['that is only a header', aWav(tone).slice(0, 20), damaged],
  ])('%s is rejected', async (_, file, why) => {
    await expect(readMaster(file)).rejects.toThrow(why);
  });
});

test('floats that are not numbers are silence, and those out of range are clipped', async () => {
  const odd = [Number.NaN, 0.5, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const bits of [32, 64] as const)
    expect((await readMaster(aWav(odd, { bits, isFloat: true }))).samples).toEqual([0, 0.5, 1, -1]);
});

describe('an AIFF file', () => {
  test.each([
    ['of 16 bits', { bits: 16 }, 1e-4],
    ['of 24 bits', { bits: 24 }, 1e-6],
    ['of 32 bits', { bits: 32 }, 1e-6],
    ['with little-endian samples, as Macs write it', { bits: 16, compression: 'sowt' }, 1e-4],
    ['of floats', { bits: 32, isFloat: true, compression: 'fl32' }, 1e-6],
  ] as const)('%s gives its samples', async (_, shape, precision) => {
    await expectTone(anAiff(tone, shape), precision);
  });

  it('has its rate', async () => {
    expect((await readMaster(anAiff(tone, { rate: 48_000 }))).layout.sampleRate).toBe(48_000);
  });

  it('with compressed audio is rejected by the name of its codec', async () => {
    await expect(readMaster(anAiff(tone, { compression: 'ima4' }))).rejects.toThrow(compressedInside);
  });

  test.each([
    ['of no channels', { channels: 0 }, damaged],
    ['of no rate', { rate: 0 }, unusualFormat],
  ])('%s is rejected', async (_, shape, why) => {
    await expect(readMaster(anAiff(tone, shape))).rejects.toThrow(why);
  });
});

test.each([
  [44_100, 44_100],
  [48_000, 48_000],
  [88_200, 44_100],
  [96_000, 48_000],
  [176_400, 44_100],
  [192_000, 48_000],
  [32_000, 32_000],
  [22_050, 44_100],
  [50_000, 48_000],
])('a master of %d hertz becomes an MP3 of %d', (rate, encoded) => {
  expect(encodedRate(rate)).toBe(encoded);
});

test('a master that becomes an MP3 of 50MB lasts 21 minutes and 50 seconds', () => {
  expect(isTooLong(1310)).toBe(false);
  expect(isTooLong(1311)).toBe(true);
});

test.each([44_100, 96_000])(
  'a WAV of %d hertz is encoded as an MP3 of 320 kbit/s that the server accepts',
  async (rate) => {
    const { layout, samples } = await readMaster(aWav(aTone(3, { rate }), { rate, bits: 24 }));
    const wasm = createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3');
    const encoder = await createEncoder('audio/mpeg', new Uint8Array(await readFile(wasm)));
    encoder.configure({ channels: 2, sampleRate: rate, bitrate: 320, outputSampleRate: encodedRate(rate) });
    const side = (which: number) =>
      Float32Array.from(samples.filter((_, i) => i % layout.channels === which));
    const first = new Uint8Array(encoder.encode([side(0), side(1)]));
    const mp3 = Buffer.concat([first, encoder.finalize()]);
    const reader = new Mp3FrameReader();
    const kept = await Array.fromAsync(reader.frames(inOne(mp3)), (run) => run.length);
    const { accepted } = reader;
    expect(accepted.samples / accepted.sampleRate).toBeCloseTo(3, 0);
    expect(
      kept.reduce((sum, length) => sum + length, 0) / (accepted.samples / accepted.sampleRate),
    ).toBeCloseTo(40_000, -3);
  },
);
