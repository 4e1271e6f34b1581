import { createHash } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { anMp3, anMp3OfExactly, anMp3WithTags, wavFile } from '#tests/support/audio-files.ts';
import { Mp3FrameStream } from './mp3-frame-stream.ts';

function* inChunks(file: Uint8Array, size = 16_384) {
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
}

describe('the frames of an upload', () => {
  it('fail the pipeline at once when the file is no MP3', async () => {
    let read = 0;
    const source = Readable.from(
      (function* () {
        for (const chunk of inChunks(wavFile(5_000_000))) {
          read += chunk.length;
          yield chunk;
        }
      })(),
      { objectMode: false },
    );
    const frames = new Mp3FrameStream();
    await expect(pipeline(source, frames, createHash('sha256'))).rejects.toMatchObject({
      name: 'Mp3RefusedError',
      reason: 'not_mp3',
    });
    expect(read).toBeLessThan(500_000);
    expect(() => frames.accepted).toThrow();
  });

  it('fail at the end when the file is too short', async () => {
    const frames = new Mp3FrameStream();
    const written = pipeline(Readable.from([anMp3({ seconds: 0.5 })]), frames, createHash('sha256'));
    await expect(written).rejects.toMatchObject({ reason: 'too_short' });
  });

  it('come out without tags, and what was found is known after', async () => {
    const frames = new Mp3FrameStream();
    const hash = createHash('sha256');
    await pipeline(Readable.from(inChunks(anMp3WithTags())), frames, hash);
    expect(hash.digest('hex')).toBe(createHash('sha256').update(anMp3()).digest('hex'));
    expect(frames.accepted.byteLength).toBe(anMp3().length);
  });

  it('wait for a slow receiver', async () => {
    const file = anMp3OfExactly(5_000_000);
    let read = 0;
    const source = Readable.from(
      (function* () {
        for (const chunk of inChunks(file)) {
          read += chunk.length;
          yield chunk;
        }
      })(),
      { objectMode: false },
    );
    let written = 0;
    let furthestAhead = 0;
    const slow = new Writable({
      highWaterMark: 16_384,
      write(chunk: Buffer, _encoding, done) {
        written += chunk.length;
        furthestAhead = Math.max(furthestAhead, read - written);
        setImmediate(done);
      },
    });
    await pipeline(source, new Mp3FrameStream(), slow);
    expect(written).toBe(5_000_000);
    expect(furthestAhead).toBeLessThan(1_000_000);
  });
});
