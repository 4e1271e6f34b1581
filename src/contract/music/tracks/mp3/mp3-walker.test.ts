import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import * as files from '#tests/support/files/audio-files.ts';
import type { Mp3Accepted } from './mp3-verdict.ts';
import { Mp3Walker, type Mp3WalkerOptions } from './mp3-walker.ts';

function walk(file: Uint8Array, chunkSizes: readonly number[] = [65_536], options: Mp3WalkerOptions = {}) {
  const runs: Uint8Array[] = [];
  const walker = new Mp3Walker(options);
  let read = 0;
  for (let turn = 0; read < file.length && walker.verdict === undefined; turn++) {
    const size = chunkSizes[turn % chunkSizes.length] ?? 1;
    // Copied, because a run is good only until the next one is asked for.
    for (const run of walker.push(file.subarray(read, read + size))) runs.push(run.slice());
    read = Math.min(file.length, read + size);
  }
  const last = walker.end();
  let step = last.next();
  for (; !step.done; step = last.next()) runs.push(step.value.slice());
  return { verdict: step.value, bytes: files.bytesOf(...runs), read };
}

const reasonOf = (file: Uint8Array) => {
  const { verdict } = walk(file);
  return verdict.ok ? 'accepted' : verdict.reason;
};

function accepted(file: Uint8Array): Mp3Accepted {
  const { verdict } = walk(file);
  if (!verdict.ok) throw new Error(`refused: ${verdict.reason}`);
  return verdict;
}

const twoSeconds = files.framesOfSeconds(2);

describe('a file is rejected', () => {
  test.each([
    ['an empty file', files.emptyFile(), 'no_audio'],
    ['nothing but tags', files.bytesOf(files.anId3v2Tag(), files.anApeTag(), files.anId3v1Tag()), 'no_audio'],
    ['a WAV', files.wavFile(), 'not_mp3'],
    ['a WAV full of bytes like frame headers', files.wavFile(200_000, { looksLikeFrames: true }), 'not_mp3'],
    ['an M4A', files.m4aFile(), 'not_mp3'],
    ['a PNG', files.pngFile(), 'not_mp3'],
    ['a ZIP', files.zipFile(), 'not_mp3'],
    ['an HTML page', files.htmlFile(), 'not_mp3'],
    ['a large HTML page', files.htmlFile(500_000), 'not_mp3'],
    ['layer II', files.layerTwoFile(), 'not_mp3'],
    ['layer I', files.layerOneFile(), 'not_mp3'],
    ['free format', files.freeFormatFile(), 'free_format'],
    ['a lone frame header', files.aSilentFrame().slice(0, 4), 'not_mp3'],
    ['a tag that claims 256 MB', files.id3Bomb(), 'damaged'],
    [
      'a tag that claims more bytes than the file has',
      files.bytesOf(files.anId3v2Tag('', { claims: 90_000 }), files.anMp3()),
      'damaged',
    ],
    ['half a second', files.anMp3({ seconds: 0.5 }), 'too_short'],
    ['a single Xing frame', files.anInfoFrame(), 'too_short'],
    ['an MP3 followed by as much junk', files.bytesOf(files.anMp3(), files.noise(30_000)), 'damaged'],
    [
      'an MP3 after an HTML page of a tenth of its size',
      files.bytesOf(files.htmlFile(4000), files.anMp3()),
      'damaged',
    ],
    [
      'an MP3 before a trailer that claims all of it',
      files.bytesOf(files.anMp3(), files.anApeTag(files.noise(90_000)).slice(0, 60_000)),
      'damaged',
    ],
  ])('if it is %s', (_name, file, reason) => {
    expect(reasonOf(file)).toBe(reason);
  });

  it('without reading on if no audio starts within 64 kB', () => {
    const { verdict, read } = walk(
      files.bytesOf(files.anId3v2Tag(files.noise(300_000)), files.wavFile(2_000_000)),
      [4096],
    );
    expect(verdict).toEqual({ ok: false, reason: 'not_mp3' });
    expect(read).toBeLessThan(300_000 + 80_000);
  });

  it('without reading on if its tag is far too big', () => {
    expect(walk(files.id3Bomb(), [100]).read).toBe(100);
  });

  it('without reading on if it has more junk than any track may have', () => {
    const { verdict, read } = walk(files.bytesOf(files.anMp3(), files.noise(6_000_000)));
    expect(verdict).toEqual({ ok: false, reason: 'damaged' });
    expect(read).toBeLessThan(3_500_000);
  });

  it('if it is shorter than the required minimum', () => {
    expect(walk(files.anMp3({ seconds: 9 }), [999], { shortestSeconds: 10 }).verdict.ok).toBe(false);
    expect(walk(files.anMp3({ seconds: 11 }), [999], { shortestSeconds: 10 }).verdict.ok).toBe(true);
  });
});

describe('an MP3 is accepted', () => {
  it('with its length, rate and size', () => {
    expect(accepted(files.anMp3({ seconds: 60, bitrate: 320 }))).toEqual({
      ok: true,
      frames: 2297,
      samples: 2297 * 1152,
      sampleRate: 44_100,
      channels: 2,
      durationSeconds: (2297 * 1152) / 44_100,
      byteLength: 2297 * 1044,
      averageBitrate: 319_725,
    });
  });

  test.each([
    ['tags before and after', files.anMp3WithTags()],
    [
      'several tags in a row',
      files.bytesOf(files.anId3v2Tag('a'), files.anId3v2Tag('b', { footer: true }), files.anMp3()),
    ],
    [
      'APE, Lyrics3 and ID3v1 at the end',
      files.bytesOf(
        files.anMp3(),
        files.anApeTag(files.noise(70_000)),
        files.aLyrics3Tag(),
        files.anId3v1Tag(),
      ),
    ],
    ['a picture in its tag', files.anMp3WithAPicture()],
    ['a short HTML page at the start', files.anMp3WithHtmlInFront({ seconds: 2 })],
  ])('with %s, keeping only the frames', (_name, file) => {
    const { verdict, bytes } = walk(file);
    expect(verdict).toMatchObject({ ok: true, frames: twoSeconds, byteLength: bytes.length });
    expect(bytes).toEqual(files.anMp3());
  });

  it('with a Xing frame, which is stored and not counted', () => {
    const { verdict, bytes } = walk(files.anMp3WithXing());
    expect(verdict).toMatchObject({
      frames: twoSeconds,
      averageBitrate: accepted(files.anMp3()).averageBitrate,
    });
    expect(bytes).toEqual(files.anMp3WithXing());
  });

  it('with a changing bitrate', () => {
    expect(accepted(files.aVbrMp3()).frames).toBe(twoSeconds);
  });

  it('without a last frame that is cut off', () => {
    const { verdict, bytes } = walk(files.anMp3CutInAFrame());
    expect(verdict).toMatchObject({ ok: true, frames: twoSeconds - 1 });
    expect(bytes).toEqual(files.anMp3().slice(0, -417));
  });

  it('with a cut-off last frame and a tag behind it', () => {
    const { verdict, bytes } = walk(files.bytesOf(files.anMp3CutInAFrame(), files.anId3v1Tag()));
    expect(verdict.ok).toBe(true);
    expect(Buffer.from(bytes).includes('TAG')).toBe(false);
  });

  it('with a little junk between frames, which is cut out', () => {
    const file = files.bytesOf(files.anMp3(), '<script>alert(1)</script>', files.anMp3());
    const { verdict, bytes } = walk(file);
    expect(verdict.ok).toBe(true);
    expect(Buffer.from(bytes).includes('script')).toBe(false);
    expect(bytes.length % 417).toBe(0);
  });

  it('with a little padding between the audio and the tag at the end', () => {
    const file = files.bytesOf(
      files.anMp3({ seconds: 1.1, bitrate: 32 }),
      new Uint8Array(120),
      files.anId3v1Tag(),
    );
    expect(walk(file).verdict.ok).toBe(true);
    expect(walk(file, [1]).verdict.ok).toBe(true);
  });
});

describe('an MP3 with oddities is accepted', () => {
  it('after two frames of another rate, which do not decide the rate of the stream', () => {
    const decoy = new Uint8Array(2 * 384);
    for (const at of [0, 384]) decoy.set([0xff, 0xfb, 0x94, 0x00], at);
    expect(accepted(files.bytesOf(decoy, files.anMp3()))).toMatchObject({
      sampleRate: 44_100,
      frames: twoSeconds,
    });
  });

  it('without frames of another rate, or the unconfirmed frame before them', () => {
    const foreign = new Uint8Array(3 * 384);
    for (const at of [0, 384, 768]) foreign.set([0xff, 0xfb, 0x94, 0x00], at);
    const { frames } = accepted(files.bytesOf(files.anMp3({ seconds: 10 }), foreign));
    expect(frames).toBe(files.framesOfSeconds(10) - 1);
  });

  it('with two and a half frames, if that is long enough', () => {
    const file = files.anMp3().slice(0, 2.5 * 417);
    expect(walk(file, [500], { shortestSeconds: 0.05 }).verdict).toMatchObject({ ok: true, frames: 2 });
  });

  it('of exactly 50 MiB and one byte more, because its size is checked elsewhere', () => {
    expect(accepted(files.anMp3OfExactly(files.FIFTY_MEBIBYTES)).byteLength).toBe(52_428_800);
    expect(accepted(files.anMp3OfExactly(files.FIFTY_MEBIBYTES + 1)).byteLength).toBe(52_428_801);
  });

  test.each(['metal-madness', 'war-of-freedom'] as const)('if it is real music: %s', async (name) => {
    const { verdict, bytes } = walk(await files.aRealTrack(name));
    expect(verdict).toMatchObject({ ok: true, sampleRate: 44_100, channels: 2, averageBitrate: 128_000 });
    expect(verdict.ok && verdict.durationSeconds).toBeCloseTo(90.04, 1);
    expect(Buffer.from(bytes).includes('ID3')).toBe(false);
  });
});

describe('for any bytes', () => {
  const piece = fc.oneof(
    fc.constant(files.anMp3({ seconds: 1.2 })),
    fc.constant(files.aVbrMp3({ seconds: 1 })),
    fc.constant(files.anInfoFrame()),
    fc.constant(files.anId3v2Tag('TIT2')),
    fc.constant(files.anId3v1Tag()),
    fc.constant(files.anApeTag()),
    fc.constant(files.aLyrics3Tag()),
    fc.constant(files.anMp3CutInAFrame({ seconds: 1 })),
    fc.uint8Array({ maxLength: 600 }),
    fc
      .array(fc.constantFrom(0xff, 0xfb, 0x90, 0x00, 0x54, 0x41, 0x47, 0x49, 0x44, 0x33), { maxLength: 300 })
      .map((bytes) => Uint8Array.from(bytes)),
  );
  const anyFile = fc.array(piece, { maxLength: 6 }).map((pieces) => files.bytesOf(...pieces));
  const chunkSizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 5000 })), {
    minLength: 1,
    maxLength: 8,
  });

  it('chunk sizes do not change the result', () => {
    fc.assert(
      fc.property(anyFile, chunkSizes, (file, sizes) => {
        const whole = walk(file, [file.length + 1]);
        const inChunks = walk(file, sizes);
        expect(inChunks.verdict).toEqual(whole.verdict);
        expect(inChunks.bytes).toEqual(whole.bytes);
      }),
      { numRuns: 150 },
    );
  });

  it('single bytes give the same as the whole file', () => {
    const file = files.bytesOf(files.anMp3WithTags(), files.anApeTag());
    expect(walk(file, [1])).toEqual(walk(file, [1_000_000]));
  });

  it('the stored part of an accepted file is accepted again unchanged', () => {
    let seen = 0;
    fc.assert(
      fc.property(anyFile, (file) => {
        const once = walk(file);
        if (!once.verdict.ok) return;
        seen++;
        const again = walk(once.bytes);
        expect(again.verdict).toEqual(once.verdict);
        expect(again.bytes).toEqual(once.bytes);
        expect(once.verdict.byteLength).toBe(once.bytes.length);
      }),
      { numRuns: 150 },
    );
    expect(seen).toBeGreaterThan(15);
  });

  it('a real track with any bytes overwritten never throws, and only whole frames are stored', async () => {
    const track = (await files.aRealTrack()).slice(0, 60_000);
    fc.assert(
      fc.property(fc.nat(59_000), fc.uint8Array({ minLength: 1, maxLength: 900 }), (at, damage) => {
        const file = track.slice();
        file.set(damage, at);
        const { verdict, bytes } = walk(file);
        if (verdict.ok) expect(walk(bytes).verdict).toEqual(verdict);
      }),
    );
  });
});
