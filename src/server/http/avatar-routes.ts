import type { Readable } from 'node:stream';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { Profile } from '#contract/accounts.ts';
import { maximumAvatarBytes } from '#contract/business-rules.ts';
import { avatarUploadPath } from '#contract/upload-paths.ts';
import { avatarPath, openAvatar } from '../accounts/profile/open-avatar.ts';
import { setAvatar } from '../accounts/profile/set-avatar.ts';
import type { Caller } from '../caller.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { UploadInterrupted } from '../tracks/upload-interrupted.ts';
import type { CountCall } from './call-limits.ts';
import { answerBeforeBody } from './unread-body.ts';
import { slowestPace, uploadBody } from './upload-body.ts';

export interface AvatarRoutesOptions {
  readonly deps: Dependencies;
  readonly authenticate: (request: FastifyRequest) => Promise<Caller>;
  readonly countCall: CountCall;
}

/** An avatar's address changes with its picture, so a copy is good for ever; nothing but a picture can come of it. */
const avatarHeaders = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'content-disposition': 'inline; filename="avatar.webp"',
  'cross-origin-resource-policy': 'same-origin',
};

const keyForm = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** PUT of a picture's bytes as the raw body, and GET of the avatar that was made of it, for everybody. */
export const avatarRoutes =
  ({ deps, authenticate, countCall }: AvatarRoutesOptions): FastifyPluginAsync =>
  async (app) => {
    // Whatever type the client names, nobody parses the body: the route itself reads it.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    app.addHook('onSend', answerBeforeBody);
    app.put(avatarUploadPath, { config: { pacesItsBody: true } }, async (request) => {
      const caller = await authenticate(request);
      await countCall('avatar', caller, request);
      const picture = await readWhole(uploadBody(request.raw, slowestPace));
      return Profile.parse(await setAvatar(deps, caller.userId, picture));
    });
    app.get<{ Params: { key: string } }>(`${avatarPath}/:key.webp`, async (request, reply) => {
      const { key } = request.params;
      const content = keyForm.test(key) ? await openAvatar(deps, key) : refuse('not_found');
      return reply.headers(avatarHeaders).send(content);
    });
  };

/** The whole body. Refuses image_too_large as soon as too much has come, upload_interrupted when it breaks off. */
async function readWhole(body: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of body) {
      length += part.length;
      if (length > maximumAvatarBytes) refuse('image_too_large');
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof UploadInterrupted) refuse('upload_interrupted');
    throw error;
  }
  return Buffer.concat(parts);
}
