import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  aSample,
  cut,
  encodedAnew,
  louder,
  printOf,
  type Sound,
  sampleNames,
} from '#tests/support/files/sounds.ts';
import { bitErrorRate, isSameRecording, leastShared, sampledTerms, silentTerm } from './print-rules.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const seconds = 45;

let sounds: Sound[];
let prints: Int32Array[];

beforeAll(async () => {
  sounds = [];
  for (const name of sampleNames) sounds.push(await aSample(name, seconds));
  prints = sounds.map((sound) => printOf(sound));
});

/** Found by the terms that are looked up, and the same where both are compared. */
function expectRecognized(known: Int32Array, print: Int32Array): void {
  const terms = new Set(sampledTerms(known));
  const shared = sampledTerms(print).filter((term) => terms.has(term)).length;
  expect(shared).toBeGreaterThanOrEqual(leastShared);
  expect(isSameRecording(known, print)).toBe(true);
}

describe('the same recording is recognized', () => {
  test.each(sampleNames.entries().toArray())('with ten seconds cut at the start: %s %s', (i) => {
    const [sound, known] = [sounds[i], prints[i]];
    if (!sound || !known) throw new Error('There is no such sample.');
    expectRecognized(known, printOf(cut(sound, 10, seconds)));
    // Between two of the stretches that a print is made of.
    expectRecognized(known, printOf(cut(sound, 10.06, seconds)));
  });

  test.each(sampleNames.entries().toArray())('with its end cut, and 3 dB louder: %s %s', (i) => {
    const [sound, known] = [sounds[i], prints[i]];
    if (!sound || !known) throw new Error('There is no such sample.');
    expectRecognized(known, printOf(cut(sound, 0, seconds - 10)));
    expectRecognized(known, printOf(louder(sound)));
  });

  test.each(sampleNames.entries().toArray())('encoded again at 128 kbit/s: %s %s', async (i) => {
    const [sound, known] = [sounds[i], prints[i]];
    if (!sound || !known) throw new Error('There is no such sample.');
    expectRecognized(known, printOf(await encodedAnew(sound)));
  });
});

test('two different recordings never match', () => {
  for (const [i, one] of prints.entries()) {
    for (const other of prints.slice(i + 1)) expect(bitErrorRate(one, other)).toBeGreaterThan(0.35);
  }
});

test('the print does not depend on chunk sizes', () => {
  const [sound] = sounds;
  if (!sound) throw new Error('There is no sample.');
  const short = cut(sound, 0, 10);
  expect(printOf(short, 1152)).toEqual(printOf(short, 50_021));
});

test('the terms match Chromaprint', () => {
  // Chromaprint 1.5.1 over the same decoded samples.
  expect([...(prints[1] ?? [])].slice(0, 5)).toEqual([
    -2_080_607_903, -2_088_970_909, -2_088_837_805, -2_088_838_333, -2_088_830_141,
  ]);
});

describe('silence', () => {
  const silence = printOf({ rate: 48_000, channels: [new Float32Array(30 * 48_000)] });

  test('has one term throughout, which is never looked up', () => {
    expect(new Set(silence)).toEqual(new Set([silentTerm]));
    expect(sampledTerms(silence)).toEqual([]);
  });

  test('does not make two recordings match', () => {
    expect(isSameRecording(silence, silence)).toBe(false);
  });

  test('too short for a print has none', () => {
    expect(printOf({ rate: 44_100, channels: [new Float32Array(44_100)] })).toEqual(new Int32Array());
  });
});
