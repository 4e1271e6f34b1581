import { Transform, type TransformCallback } from 'node:stream';
import type { Mp3Accepted, Mp3RefusalReason } from './mp3-verdict.ts';
import { Mp3Walker, type Mp3WalkerOptions } from './mp3-walker.ts';

/** The file is no MP3 that may be kept; `reason` says why. */
export class Mp3RefusedError extends Error {
  override readonly name = 'Mp3RefusedError';
  readonly reason: Mp3RefusalReason;

  constructor(reason: Mp3RefusalReason) {
    super(`Not an acceptable MP3: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Bytes of an uploaded file in, bytes of its MP3 frames out. Fails with `Mp3RefusedError` as soon as the file is
 * refused, so that a pipeline stops and what stands behind it discards what it has.
 */
export class Mp3FrameStream extends Transform {
  readonly #walker: Mp3Walker;
  #accepted: Mp3Accepted | undefined;

  constructor(options: Mp3WalkerOptions = {}) {
    super();
    // Runs of frames are copies of their own, so they go on without another one.
    this.#walker = new Mp3Walker((frames) => this.push(Buffer.from(frames.buffer)), options);
  }

  /** What was found; only there after the stream ended without an error. */
  get accepted(): Mp3Accepted {
    if (this.#accepted === undefined) throw new Error('The MP3 has not been read to its end.');
    return this.#accepted;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const verdict = this.#walker.push(chunk);
    done(verdict?.ok === false ? new Mp3RefusedError(verdict.reason) : null);
  }

  override _flush(done: TransformCallback): void {
    const verdict = this.#walker.end();
    if (verdict.ok) this.#accepted = verdict;
    done(verdict.ok ? null : new Mp3RefusedError(verdict.reason));
  }
}
