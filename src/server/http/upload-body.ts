import type { IncomingMessage } from 'node:http';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import type { onSendAsyncHookHandler } from 'fastify';
import { releaseMemory } from '../foundation/release-memory.ts';
import { UploadInterrupted } from '../music/tracks/audio/receive-audio.ts';

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

/** How much of an unread body is drained, and for how long. */
const mostBytes = 64 * 1024 * 1024;
const mostMilliseconds = 30_000;

/**
 * An onSend hook: responds before the body was read, but closes the connection only after the client has stopped
 * sending. Closing at once would reset the connection, and browsers would never see the response.
 */
export const answerBeforeBody: onSendAsyncHookHandler = async (request, reply, payload) => {
  if (request.raw.complete || request.raw.destroyed || typeof payload !== 'string') return payload;
  reply.header('connection', 'close');
  reply.header('content-length', Buffer.byteLength(payload));
  return Readable.from(answerThenDrain(payload, request.raw));
};

async function* answerThenDrain(answer: string, request: IncomingMessage): AsyncGenerator<Buffer> {
  yield Buffer.from(answer);
  await drain(request);
}

function drain(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, mostMilliseconds);
    const stop = () => {
      clearTimeout(timer);
      resolve();
    };
    let drained = 0;
    request.on('data', (chunk: Buffer) => {
      drained += chunk.length;
      releaseMemory(chunk);
      if (drained > mostBytes) stop();
    });
    request.once('end', stop);
    request.once('close', stop);
    request.on('error', stop);
    request.resume();
  });
}
