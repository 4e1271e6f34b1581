import type { IncomingMessage } from 'node:http';
import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { UploadInterrupted } from '../tracks/upload-interrupted.ts';

/** The slowest body that is still waited for. */
export interface Pace {
  readonly bytesPerSecond: number;
  /** Judged over so long a window. */
  readonly windowMilliseconds: number;
}

export const slowestPace: Pace = { bytesPerSecond: 1024, windowMilliseconds: 30_000 };

/**
 * A request's body as a stream of its own: destroying it leaves the connection open for the answer. It fails with
 * UploadInterrupted when the client goes away or sends more slowly than the pace.
 */
export function uploadBody(request: IncomingMessage, pace: Pace): Readable {
  const body = new PacedBody(pace);
  request.once('close', () => {
    if (!request.readableEnded) body.destroy(new UploadInterrupted());
  });
  request.on('error', (error) => body.destroy(new UploadInterrupted('', { cause: error })));
  // The client may have gone while the server looked up who it is: no event will tell any more.
  if (request.destroyed && !request.readableEnded) body.destroy(new UploadInterrupted());
  // Not pipeline: that would destroy the request, and with it the connection.
  request.pipe(body);
  return body;
}

class PacedBody extends Transform {
  readonly #timer: NodeJS.Timeout;
  #received = 0;

  constructor({ bytesPerSecond, windowMilliseconds }: Pace) {
    super();
    const least = (bytesPerSecond * windowMilliseconds) / 1000;
    this.#timer = setInterval(() => {
      // While the storage is what is slow, the client cannot send.
      if (this.#received < least && !this.writableNeedDrain) this.destroy(new UploadInterrupted());
      this.#received = 0;
    }, windowMilliseconds);
    this.once('finish', () => clearInterval(this.#timer));
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#received += chunk.length;
    done(null, chunk);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearInterval(this.#timer);
    done(error);
  }
}
