import { describe, expect, it } from 'vitest';
import { anMp3, anMp3OfExactly, anMp3WithTags, wavFile } from '#tests/support/files/audio-files.ts';
import { Mp3FrameReader } from './mp3-frame-reader.ts';

/** A file in chunks, which notes how much of it was asked for. */
function chunksOf(file: Uint8Array, size = 16_384) {
  const source = { read: 0, chunks };
  async function* chunks() {
    for (let at = 0; at < file.length; at += size) {
      const chunk = file.subarray(at, at + size);
      source.read += chunk.length;
      yield chunk;
    }
  }
  return source;
}

/** Copied, because a run is good only until the next one is asked for. */
const all = async (frames: AsyncIterable<Uint8Array>) =>
  Buffer.concat(await Array.fromAsync(frames, (run) => run.slice()));

describe('the frames of an upload', () => {
  it('end at once if the file is not an MP3', async () => {
    const source = chunksOf(wavFile(5_000_000));
    const reader = new Mp3FrameReader();
    await expect(all(reader.frames(source.chunks()))).rejects.toMatchObject({
      name: 'Mp3RefusedError',
      reason: 'not_mp3',
    });
    expect(source.read).toBeLessThan(500_000);
    expect(() => reader.accepted).toThrow();
  });

  it('fail at the end if the file is too short', async () => {
    const frames = new Mp3FrameReader().frames(chunksOf(anMp3({ seconds: 0.5 })).chunks());
    await expect(all(frames)).rejects.toMatchObject({ reason: 'too_short' });
  });

  it('come without tags, and the verdict is known afterwards', async () => {
    const reader = new Mp3FrameReader();
    const frames = await all(reader.frames(chunksOf(anMp3WithTags()).chunks()));
    expect(frames).toEqual(Buffer.from(anMp3()));
    expect(reader.accepted.byteLength).toBe(anMp3().length);
  });

  it('are read only as far as requested', async () => {
    const source = chunksOf(anMp3OfExactly(5_000_000));
    let written = 0;
    for await (const run of new Mp3FrameReader().frames(source.chunks())) {
      written += run.length;
      expect(source.read - written).toBeLessThan(200_000);
    }
    expect(written).toBe(5_000_000);
  });
});
