import { describe, expect, it, test } from 'vitest';
import { LoudnessMeter } from './loudness.ts';

/** Seconds of a tone; its level is its peak in dBFS. */
function tone(dbfs: number, { seconds = 5, hertz = 997, sampleRate = 48_000 } = {}): Float32Array {
  const amplitude = 10 ** (dbfs / 20);
  return Float32Array.from(
    { length: seconds * sampleRate },
    (_, i) => amplitude * Math.sin((2 * Math.PI * hertz * i) / sampleRate),
  );
}

function loudness(channels: readonly Float32Array[], sampleRate = 48_000, chunk = 4801): number | null {
  const meter = new LoudnessMeter(sampleRate, channels.length);
  const length = channels[0]?.length ?? 0;
  for (let at = 0; at < length; at += chunk)
    meter.push(channels.map((channel) => channel.subarray(at, at + chunk)));
  return meter.integrated();
}

function join(...parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

describe('the loudness', () => {
  it('of silence, of nothing and of less than 400 ms is unknown', () => {
    const silence = new Float32Array(96_000);
    expect(loudness([silence, silence])).toBeNull();
    expect(loudness([new Float32Array(0)])).toBeNull();
    expect(loudness([tone(-23).subarray(0, 19_000)])).toBeNull();
  });

  // EBU Tech 3341, case 1 and 2: a stereo tone of 1 kHz reads as its peak level.
  test.each([8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000])(
    'of a tone of -23 dBFS on both sides is -23 LUFS at %i Hz',
    (sampleRate) => {
      const sound = tone(-23, { sampleRate });
      expect(Math.abs((loudness([sound, sound], sampleRate) ?? 0) + 23)).toBeLessThan(0.1);
    },
  );

  it('of a full-scale tone on one side is -3.01 LUFS (ITU-R BS.1770-4, annex 1)', () => {
    expect(loudness([tone(0), new Float32Array(240_000)])).toBeCloseTo(-3.01, 1);
  });

  it('leaves out the quiet parts (after EBU Tech 3341, case 3: -36, -23 and -36 give -23)', () => {
    const quiet = tone(-36, { seconds: 5, sampleRate: 8000 });
    const sound = join(quiet, tone(-23, { seconds: 30, sampleRate: 8000 }), quiet);
    expect(Math.abs((loudness([sound, sound], 8000) ?? 0) + 23)).toBeLessThan(0.1);
  });

  it('weights low tones less and high tones more', () => {
    const low = loudness([tone(-23, { hertz: 30 })]) ?? 0;
    const high = loudness([tone(-23, { hertz: 8000 })]) ?? 0;
    const middle = loudness([tone(-23)]) ?? 0;
    expect(low).toBeLessThan(middle - 3);
    expect(high).toBeGreaterThan(middle + 3);
  });

  it('is the same for any chunk sizes', () => {
    const sound = tone(-14, { seconds: 2 });
    expect(loudness([sound], 48_000, 17)).toBeCloseTo(loudness([sound], 48_000, 1_000_000) ?? 0, 9);
  });
});
