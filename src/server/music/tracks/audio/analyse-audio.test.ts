import { describe, expect, it, test, vi } from 'vitest';
import { anMp3, aRealTrack, htmlFile, type RealTrack } from '#tests/support/files/audio-files.ts';
import { analyseAudio } from './analyse-audio.ts';
import { Mp3FrameReader } from './mp3-frame-reader.ts';

// A thread starts and decodes in well under a second, but not on a machine that does much else.
vi.setConfig({ testTimeout: 60_000 });

async function* inChunks(file: Uint8Array, size = 50_000) {
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
}

const program = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`);
const expected = { samples: 88_200, sampleRate: 44_100 };

async function framesOf(file: Uint8Array) {
  const reader = new Mp3FrameReader();
  const runs = await Array.fromAsync(reader.frames(inChunks(file)), (run) => run.slice());
  return { bytes: Buffer.concat(runs), accepted: reader.accepted };
}

describe('an analysis fails', () => {
  it('if nothing can be decoded', async () => {
    await expect(analyseAudio(inChunks(htmlFile()), expected)).rejects.toMatchObject({
      name: 'AudioAnalysisFailed',
      reason: 'undecodable',
    });
  });

  it('if its thread dies', async () => {
    const workerFile = program('process.exit(3)');
    await expect(analyseAudio(inChunks(anMp3()), expected, { workerFile })).rejects.toMatchObject({
      name: 'AudioAnalysisFailed',
      reason: 'worker_died',
    });
  });

  it('if its thread takes too much memory', async () => {
    const workerFile = program('const all = []; for (;;) all.push(new Array(1e5).fill({}));');
    await expect(analyseAudio(inChunks(anMp3()), expected, { workerFile })).rejects.toMatchObject({
      reason: 'worker_died',
    });
  });

  it('if its thread never finishes', async () => {
    const workerFile = program('for (;;);');
    await expect(
      analyseAudio(inChunks(anMp3()), expected, { workerFile, timeLimitMs: 200 }),
    ).rejects.toMatchObject({ reason: 'timeout' });
  });

  it('if its source never continues', async () => {
    const stuck = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) };
    await expect(analyseAudio(stuck, expected, { timeLimitMs: 1000 })).rejects.toMatchObject({
      reason: 'timeout',
    });
  });

  it('with the error of its source', async () => {
    const broken = (async function* () {
      yield anMp3();
      throw new Error('the disk is gone');
    })();
    await expect(analyseAudio(broken, expected)).rejects.toThrow('the disk is gone');
  });
});

describe('an analysis', () => {
  it('of silence has flat peaks and no loudness', async () => {
    const analysis = await analyseAudio(inChunks(anMp3()), expected);
    expect(analysis).toEqual({ peaks: new Uint8Array(800), loudnessLufs: null, print: new Int32Array() });
  });

  test.each(['metal-madness', 'war-of-freedom'] satisfies RealTrack[])(
    'of real music has varied peaks and a high loudness: %s',
    async (name) => {
      const { bytes, accepted } = await framesOf(await aRealTrack(name));
      const { peaks, loudnessLufs } = await analyseAudio(inChunks(bytes), accepted);
      expect(peaks.length).toBe(800);
      expect(new Set(peaks).size).toBeGreaterThan(50);
      expect(peaks.filter((peak) => peak === 0).length).toBeLessThan(20);
      expect(loudnessLufs).toBeGreaterThan(-16);
      expect(loudnessLufs).toBeLessThan(-5);
    },
  );

  it('does not change the given bytes', async () => {
    const file = anMp3();
    await analyseAudio(inChunks(file), expected);
    expect(file).toEqual(anMp3());
  });

  it('waits for the previous one and reads nothing until then', async () => {
    const log: string[] = [];
    const noted = async function* (name: string) {
      log.push(`${name} is read`);
      yield anMp3();
    };
    const done = (name: string) => () => log.push(`${name} is done`);
    await Promise.all([
      analyseAudio(noted('first'), expected).then(done('first')),
      analyseAudio(noted('second'), expected).then(done('second')),
    ]);
    expect(log).toEqual(['first is read', 'first is done', 'second is read', 'second is done']);
  });
});
