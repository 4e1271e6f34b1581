import type { IncomingMessage } from 'node:http';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest, onSendAsyncHookHandler } from 'fastify';
import { Id } from '#contract/primitives.ts';
import { uploadContentPath } from '#contract/upload-paths.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Caller } from '../foundation/caller.ts';
import { refuse } from '../foundation/refusals.ts';
import { releaseMemory } from '../foundation/release-memory.ts';
import { UploadInterrupted } from '../music/tracks/audio/receive-audio.ts';
import { storeUpload } from '../music/tracks/audio/store-upload.ts';
import type { CountCall } from './guards.ts';
import { perUserLimit } from './per-user-limits.ts';

interface UploadRouteOptions {
  readonly deps: Dependencies;
  readonly authenticate: (request: FastifyRequest) => Promise<Caller>;
  readonly countCall: CountCall;
  readonly pace?: Pace;
}

/** Concurrent uploads per artist on this server. */
const uploadsAtOnce = 3;

/**
 * PUT of a file's bytes, or of the rest of them, as the raw body, streamed to the storage. Returns the stored upload.
 */
export const uploadRoute =
  ({ deps, authenticate, countCall, pace = slowestPace }: UploadRouteOptions): FastifyPluginAsync =>
  async (app) => {
    const running = perUserLimit(uploadsAtOnce);
    leaveBodies(app);
    app.put<{ Params: { uploadId: string } }>(
      uploadContentPath(':uploadId'),
      { config: { pacesItsBody: true } },
      async (request) => {
        const caller = await authenticate(request);
        const sent = sentPart(request);
        const leave = running.enter(caller.userId);
        try {
          await countCall(sent.firstByte === 0 ? 'upload' : 'other', caller, request);
          return await storeUpload(deps, {
            caller,
            uploadId: uploadIdOf(request.params.uploadId),
            ...sent,
            openBody: () => uploadBody(request.raw, pace),
            onStep: (step) => request.log.debug({ uploadId: request.params.uploadId, step }, 'upload'),
          });
        } finally {
          leave();
        }
      },
    );
  };

function uploadIdOf(text: string): string {
  const id = Id.safeParse(text);
  return id.success
    ? id.data
    : refuse('malformed', { issues: [{ path: 'uploadId', message: 'is not a UUID' }] });
}

/** The first byte of the body within the file, and the file's length if the client sends it. */
function sentPart({ headers }: FastifyRequest): { firstByte: number; totalBytes: number | undefined } {
  const length = headers['content-length'];
  const contentLength = length === undefined ? undefined : Number(length);
  const header = headers['content-range'];
  if (header === undefined) return { firstByte: 0, totalBytes: contentLength };
  return (
    contentRange(header, contentLength) ??
    refuse('malformed', { issues: [{ path: 'Content-Range', message: 'is not the rest of this file' }] })
  );
}

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
const answerBeforeBody: onSendAsyncHookHandler = async (request, reply, payload) => {
  if (request.raw.complete || request.raw.destroyed || typeof payload !== 'string') return payload;
  reply.header('connection', 'close');
  reply.header('content-length', Buffer.byteLength(payload));
  return Readable.from(answerThenDrain(payload, request.raw));
};

/** The route reads the body itself, whatever content type the client sends. */
export function leaveBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addHook('onSend', answerBeforeBody);
}

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

interface ContentRange {
  readonly firstByte: number;
  /** Bytes of the whole file. */
  readonly totalBytes: number;
}

const restOfFile = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i;

/**
 * Parses a Content-Range header of the rest of a file (RFC 9110, 14.4), from some byte to the last. Undefined if it is
 * invalid, does not reach the end, or contradicts the body's length.
 */
export function contentRange(header: string, contentLength: number | undefined): ContentRange | undefined {
  const [matched, ...numbers] = restOfFile.exec(header.trim()) ?? [];
  const [first = 0, last = 0, total = 0] = numbers.map(Number);
  if (matched === undefined || first > last || last !== total - 1) return undefined;
  if (contentLength !== undefined && contentLength !== total - first) return undefined;
  return { firstByte: first, totalBytes: total };
}
