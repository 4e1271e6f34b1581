import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { Id } from '#contract/primitives.ts';
import { uploadContentPath } from '#contract/upload-paths.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Dependencies } from '../foundation/dependencies.ts';
import { refuse } from '../foundation/refusals.ts';
import { storeUpload } from '../music/tracks/audio/store-upload.ts';
import { contentRange } from './byte-range.ts';
import type { CountCall } from './call-limits.ts';
import { perUserLimit } from './per-user-limits.ts';
import { answerBeforeBody, type Pace, slowestPace, uploadBody } from './upload-body.ts';

export interface UploadRouteOptions {
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
    // The route reads the body itself, whatever content type the client sends.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    app.addHook('onSend', answerBeforeBody);
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
