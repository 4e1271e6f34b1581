import type { Mp3Accepted, Mp3RefusalReason } from '#contract/music/tracks/mp3/mp3-verdict.ts';
import { Mp3Walker, type Mp3WalkerOptions } from '#contract/music/tracks/mp3/mp3-walker.ts';

/** The file is not an acceptable MP3; `reason` says why. */
export class Mp3RefusedError extends Error {
  override readonly name = 'Mp3RefusedError';
  readonly reason: Mp3RefusalReason;

  constructor(reason: Mp3RefusalReason) {
    super(`Not an acceptable MP3: ${reason}`);
    this.reason = reason;
  }
}

export class Mp3FrameReader {
  readonly #walker: Mp3Walker;
  #accepted: Mp3Accepted | undefined;

  constructor(options: Mp3WalkerOptions = {}) {
    this.#walker = new Mp3Walker(options);
  }

  /** The result; only available after the frames ended without an error. */
  get accepted(): Mp3Accepted {
    if (this.#accepted === undefined) throw new Error('The MP3 has not been read to its end.');
    return this.#accepted;
  }

  /**
   * The frames of a chunked file, in runs that are valid until the next one is requested.
   * @throws Mp3RefusedError as soon as the file is refused
   */
  async *frames(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of file) {
      yield* this.#walker.push(chunk);
      if (this.#walker.verdict?.ok === false) throw new Mp3RefusedError(this.#walker.verdict.reason);
    }
    const verdict = yield* this.#walker.end();
    if (!verdict.ok) throw new Mp3RefusedError(verdict.reason);
    this.#accepted = verdict;
  }
}
