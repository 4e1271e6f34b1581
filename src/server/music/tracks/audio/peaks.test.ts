import { describe, expect, it } from 'vitest';
import { PEAK_COUNT, PeakMeter } from './peaks.ts';

function peaksOf(samples: number, decoded: readonly Float32Array[], chunk = 1000) {
  const meter = new PeakMeter(samples);
  const length = decoded[0]?.length ?? 0;
  for (let at = 0; at < length; at += chunk)
    meter.push(decoded.map((channel) => channel.subarray(at, at + chunk)));
  return meter.peaks();
}

describe('the waveform', () => {
  it('of an empty track is silence 800 times', () => {
    expect(peaksOf(44_100, [])).toEqual(new Uint8Array(800));
  });

  it('shows the level of each part relative to the loudest, over all channels and both signs', () => {
    const left = new Float32Array(8000);
    const right = new Float32Array(8000);
    left.fill(0.4, 10, 20);
    right.fill(-0.4, 10, 20);
    left.fill(0.8, 20, 30);
    right.fill(0.8, 20, 30);
    left.fill(0.8, 30, 40);
    expect([...peaksOf(8000, [left, right], 7).subarray(0, 5)]).toEqual([0, 128, 255, 180, 0]);
  });

  it('is the same for a quiet and a loud copy of a track', () => {
    const quiet = Float32Array.from({ length: 8000 }, (_, i) => (i / 8000) * 0.1);
    expect(peaksOf(8000, [quiet])).toEqual(peaksOf(8000, [quiet.map((sample) => sample * 16)]));
  });

  it('is the same for any chunk sizes, and for lengths not divisible by 800', () => {
    for (const samples of [1, 799, 801, 855, 880, 44_100, 99_991]) {
      const sound = Float32Array.from({ length: samples }, (_, i) => ((i * 7919) % 1000) / 1000);
      expect(peaksOf(samples, [sound], 13)).toEqual(peaksOf(samples, [sound], samples + 1));
    }
  });

  it('accepts a few samples more or fewer than expected', () => {
    const peaks = peaksOf(80_000, [new Float32Array(81_152).fill(0.2)]);
    expect(peaks.length).toBe(PEAK_COUNT);
    expect(new Set(peaks)).toEqual(new Set([255]));
    expect(peaksOf(80_000, [new Float32Array(78_000).fill(0.2)])[799]).toBe(0);
  });
});
