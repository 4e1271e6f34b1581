import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maximumPictureBytes } from '#contract/business-rules.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Dependencies } from '../foundation/dependencies.ts';
import { refuse } from '../foundation/refusals.ts';
import { UploadInterrupted } from '../music/tracks/upload-interrupted.ts';
import type { CountCall } from './call-limits.ts';
import { answerBeforeBody } from './unread-body.ts';
import { slowestPace, uploadBody } from './upload-body.ts';

export interface PictureRoutesOptions {
  readonly deps: Dependencies;
  readonly authenticate: (request: FastifyRequest) => Promise<Caller>;
  readonly countCall: CountCall;
}

/** Forces the bytes to be treated as a picture and nothing else. */
export const pictureHeaders = {
  'content-type': 'image/webp',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
};

/** The format of a picture's key in a path. */
export const pictureKeyForm = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** The route reads the body itself, whatever content type the client sends. */
export function leaveBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addHook('onSend', answerBeforeBody);
}

/**
 * Reads the whole body.
 * @throws Refusal image_too_large as soon as it is too large, upload_interrupted if it ends early
 */
export async function readPictureBody(request: FastifyRequest): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of uploadBody(request.raw, slowestPace)) {
      length += part.length;
      if (length > maximumPictureBytes) refuse('image_too_large');
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof UploadInterrupted) refuse('upload_interrupted');
    throw error;
  }
  return Buffer.concat(parts);
}
