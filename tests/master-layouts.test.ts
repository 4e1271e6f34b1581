import { expect, test } from 'vitest';
import {
  aiffChunk,
  aiffFormat,
  aiffSound,
  aTone,
  type Bytes,
  longLengths,
  ofChunks,
  pcm,
  wavChunk,
  wavFormat,
} from '#tests/support/files/masters.ts';
import { readMaster } from '#tests/support/files/read-master.ts';
import { countedReads } from '#tests/support/world/counted-reads.ts';
import { FileWindow } from '#web/music/tracks/masters/file-window.ts';
import { damaged, noSound } from '#web/music/tracks/masters/pcm-layout.ts';
import { readWav } from '#web/music/tracks/masters/read-wav.ts';

const tone = aTone(0.1);
const sound = pcm(tone, {}, true);
const format = wavFormat();
/** Read as sound, it would be noise at full scale. */
const noise = (length: number) => new Uint8Array(length).map((_, i) => (i * 151) ^ (i >> 3));
const wav = (chunks: readonly Bytes[], says?: number) => ofChunks('RIFF', 'WAVE', chunks, says);
const data = wavChunk('data', sound);
const unknown = 0xffff_ffff;
const list = wavChunk('LIST', noise(301));

test.each<[string, Bytes]>([
  ['a list between format and sound', wav([format, list, data])],
  [
    'the chunks of an editor in front of the format',
    wav([
      wavChunk('JUNK', noise(28)),
      wavChunk('bext', noise(605)),
      format,
      wavChunk('iXML', noise(4001)),
      wavChunk('PAD ', noise(4096)),
      wavChunk('FLLR', noise(4052)),
      data,
      list,
    ]),
  ],
  ['5 MB in front of the sound', wav([wavChunk('bext', noise(5_000_001)), format, data])],
  ['the format behind the sound', wav([data, list, format])],
  [
    'an unknown chunk of no length',
    wav([wavChunk('odd!', new Uint8Array()), format, wavChunk('none', new Uint8Array()), data]),
  ],
  ['a tag behind the sound', wav([format, data, wavChunk('id3 ', noise(90_001))])],
  ['two sounds, of which the first is heard', wav([format, data, wavChunk('data', noise(4000))])],
  ['an empty sound before the real one', wav([format, wavChunk('data', new Uint8Array()), data])],
  ['two formats, of which the first is true', wav([format, wavFormat({ bits: 8 }), data])],
  ['an odd chunk that is not padded', wav([wavChunk('LIST', noise(33), { isPadded: false }), format, data])],
  ['a length of the file that is wrong', wav([format, data, list], 99)],
  ['a length of the file that is zero, with a list behind', wav([format, data, list], 0)],
  ['lengths that were never written', wav([format, wavChunk('data', sound, { says: 0 })], 0)],
  ['a length of the sound that was never written', wav([format, wavChunk('data', sound, { says: 0 })])],
  ['a length of the sound from an earlier moment', wav([format, wavChunk('data', sound, { says: 4000 })], 0)],
  ['the unknown length of a pipe', wav([format, wavChunk('data', sound, { says: unknown })], unknown)],
  ['a sound longer than the file', wav([format, wavChunk('data', sound, { says: sound.length + 1000 })])],
  ['half a frame too much', wav([format, wavChunk('data', new Uint8Array([...sound, 7]))])],
  [
    'a long form',
    ofChunks(
      'RF64',
      'WAVE',
      [longLengths(sound.length), format, wavChunk('data', sound, { says: unknown })],
      unknown,
    ),
  ],
  [
    'a long form with a tag behind',
    ofChunks(
      'RF64',
      'WAVE',
      [
        longLengths(sound.length),
        format,
        wavChunk('data', sound, { says: unknown }),
        wavChunk('id3 ', noise(400_000)),
      ],
      unknown,
    ),
  ],
  [
    'a long form with plain lengths',
    ofChunks('RF64', 'WAVE', [longLengths(sound.length), format, data, list]),
  ],
  [
    'a long form with a long chunk in front',
    ofChunks(
      'BW64',
      'WAVE',
      [
        longLengths(sound.length, [['axml', 70_000]]),
        wavChunk('axml', noise(70_000), { says: unknown }),
        format,
        wavChunk('data', sound, { says: unknown }),
        wavChunk('chna', noise(44)),
      ],
      unknown,
    ),
  ],
  [
    'a long form that ends early',
    ofChunks('RF64', 'WAVE', [longLengths(0), format, wavChunk('data', sound, { says: unknown })], unknown),
  ],
  [
    'a long form without its lengths',
    ofChunks('RF64', 'WAVE', [format, wavChunk('data', sound, { says: unknown })], unknown),
  ],
])('a WAV with %s gives exactly its sound', async (_, file) => {
  const { samples } = await readMaster(file);
  expect(samples.length).toBe(tone.length);
  expect(worstOf(samples)).toBeLessThan(1e-4);
});

test.each<[string, Bytes]>([
  ['of 8 bits', wav([wavFormat({ bits: 8 }), wavChunk('data', pcm(tone, { bits: 8 }, true))])],
  [
    'of 24 bits in 32',
    wav([withBits(wavFormat({ bits: 32 }), 24), wavChunk('data', pcm(tone, { bits: 32 }, true))]),
  ],
  [
    'of 20 bits in 24',
    wav([withBits(wavFormat({ bits: 24 }), 20), wavChunk('data', pcm(tone, { bits: 24 }, true))]),
  ],
  [
    'of 64-bit floats',
    wav([
      wavFormat({ bits: 64, isFloat: true }),
      wavChunk('data', pcm(tone, { bits: 64, isFloat: true }, true)),
    ]),
  ],
])('a WAV %s gives its sound', async (_, file) => {
  expect(worstOf((await readMaster(file)).samples)).toBeLessThan(0.01);
});

/** The format chunk with another number of bits in a sample, of which it stores more. */
function withBits(chunk: Bytes, bits: number): Bytes {
  const changed = chunk.slice();
  new DataView(changed.buffer).setUint16(8 + 14, bits, true);
  return changed;
}

const aiffSsnd = (samples: readonly number[]) => aiffChunk('SSND', aiffSound(samples));
const common = aiffFormat(tone);
const aiff = (chunks: readonly Bytes[], says?: number) => ofChunks('FORM', 'AIFF', chunks, says);

test.each<[string, Bytes]>([
  ['the description behind the sound', aiff([aiffSsnd(tone), common])],
  ['5 MB in front of the sound', aiff([common, aiffChunk('APPL', noise(5_000_001)), aiffSsnd(tone)])],
  ['a tag behind the sound', aiff([common, aiffSsnd(tone), aiffChunk('ID3 ', noise(90_001))])],
  [
    'an odd chunk that is not padded',
    aiff([aiffChunk('NAME', noise(33), { isPadded: false }), common, aiffSsnd(tone)]),
  ],
  ['a length that was never written', aiff([common, aiffChunk('SSND', aiffSound(tone), { says: 0 })], 0)],
  ['a length of no samples', aiff([common, aiffChunk('SSND', aiffSound(tone), { says: 8 })])],
  ['a sound longer than the file', aiff([common, aiffChunk('SSND', aiffSound(tone), { says: 99_999_999 })])],
])('an AIFF with %s gives exactly its sound', async (_, file) => {
  const { samples } = await readMaster(file);
  expect(samples.length).toBe(tone.length);
  expect(worstOf(samples)).toBeLessThan(1e-4);
});

test.each([
  ['sowt', 16],
  ['sowt', 24],
  ['twos', 16],
  ['in24', 24],
  ['in32', 32],
  ['42ni', 32],
  ['NONE', 16],
] as const)('an AIFF-C of the kind %s with %d bits gives its sound', async (compression, bits) => {
  const shape = { compression, bits };
  const chunks = [aiffFormat(tone, shape), aiffChunk('SSND', aiffSound(tone, shape))];
  const { samples } = await readMaster(ofChunks('FORM', 'AIFC', chunks));
  expect(worstOf(samples)).toBeLessThan(1e-4);
});

test.each<[string, Bytes, string]>([
  [
    'whose first chunk is longer than the file',
    wav([wavChunk('JUNK', noise(20), { says: unknown }), format, data]),
    damaged,
  ],
  ['without a format', wav([data]), damaged],
  ['whose sound is truly empty', wav([format, wavChunk('data', new Uint8Array()), list]), noSound],
])('a WAV %s is rejected with the reason', async (_, file, why) => {
  await expect(readMaster(file)).rejects.toThrow(why);
});

test('many empty chunks are read together', async () => {
  const empty = wavChunk('JUNK', new Uint8Array());
  const many = new Uint8Array(100_000 * empty.length);
  for (let at = 0; at < many.length; at += empty.length) many.set(empty, at);
  const file = countedReads(wav([many, format, data]));
  await readWav(new FileWindow(file));
  expect(file.reads()).toBeLessThan(20);
});

function worstOf(samples: readonly number[]): number {
  return tone.reduce((worst, value, i) => Math.max(worst, Math.abs((samples[i] ?? 9) - value)), 0);
}
