import type { IncomingMessage } from 'node:http';
import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { UploadInterrupted } from '../music/tracks/upload-interrupted.ts';

/** The slowest body that is accepted. */
export interface Pace {
  readonly bytesPerSecond: number;
  /** The window over which the pace is measured. */
  readonly windowMilliseconds: number;
}

export const slowestPace: Pace = { bytesPerSecond: 1024, windowMilliseconds: 30_000 };

/**
 * A request's body as its own stream: destroying it leaves the connection open for the response. Fails with
 * UploadInterrupted if the client disconnects or is slower than the pace.
 */
export function uploadBody(request: IncomingMessage, pace: Pace): Readable {
  const body = new PacedBody(pace);
  request.once('close', () => {
    if (!request.readableEnded) body.destroy(new UploadInterrupted());
  });
  request.on('error', (error) => body.destroy(new UploadInterrupted('', { cause: error })));
  // The client may have disconnected during authentication, in which case no further event is emitted.
  if (request.destroyed && !request.readableEnded) body.destroy(new UploadInterrupted());
  // Not pipeline, which would destroy the request and thus the connection.
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
      // While the storage is the slow side, the client cannot send.
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
