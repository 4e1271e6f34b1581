import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maximumPictureBytes } from '#contract/business-rules.ts';
import type { Caller } from '../caller.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { UploadInterrupted } from '../tracks/upload-interrupted.ts';
import type { CountCall } from './call-limits.ts';
import { answerBeforeBody } from './unread-body.ts';
import { slowestPace, uploadBody } from './upload-body.ts';

export interface PictureRoutesOptions {
  readonly deps: Dependencies;
  readonly authenticate: (request: FastifyRequest) => Promise<Caller>;
  readonly countCall: CountCall;
}

/** Nothing but a picture can come of what is sent with these. */
export const pictureHeaders = {
  'content-type': 'image/webp',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
};

/** The form of a picture's key, as a route sees it. */
export const pictureKeyForm = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** Whatever type the client names, nobody parses the body: the route itself reads it. */
export function leaveBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addHook('onSend', answerBeforeBody);
}

/** The whole body. Refuses image_too_large as soon as too much has come, upload_interrupted when it breaks off. */
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
