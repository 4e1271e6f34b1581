import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { maximumPictureBytes } from '#contract/business-rules.ts';
import { Profile } from '#contract/identity/accounts.ts';
import { OwnTrack } from '#contract/music/tracks/tracks.ts';
import { Id } from '#contract/primitives.ts';
import { avatarUploadPath, coverUploadPath } from '#contract/upload-paths.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Caller } from '../foundation/caller.ts';
import { refuse } from '../foundation/refusals.ts';
import { avatarPath, openAvatar, setAvatar } from '../identity/own-profile.ts';
import { UploadInterrupted } from '../music/tracks/audio/receive-audio.ts';
import { coverPath, openCover, setCover } from '../music/tracks/covers.ts';
import type { CountCall } from './guards.ts';
import { leaveBodies, slowestPace, uploadBody } from './upload-route.ts';

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

/** An avatar's address changes with the picture, so copies never expire. */
const avatarHeaders = {
  ...pictureHeaders,
  'cache-control': 'public, max-age=31536000, immutable',
  'content-disposition': 'inline; filename="avatar.webp"',
};

/** PUT of a picture as the raw body, and GET of the resulting avatar, for everyone. */
export const avatarRoutes =
  ({ deps, authenticate, countCall }: PictureRoutesOptions): FastifyPluginAsync =>
  async (app) => {
    leaveBodies(app);
    app.put(avatarUploadPath, { config: { pacesItsBody: true } }, async (request) => {
      const caller = await authenticate(request);
      await countCall('avatar', caller, request);
      return Profile.parse(await setAvatar(deps, caller.userId, await readPictureBody(request)));
    });
    app.get<{ Params: { key: string } }>(`${avatarPath}/:key.webp`, async (request, reply) => {
      const { key } = request.params;
      const content = pictureKeyForm.test(key) ? await openAvatar(deps, key) : refuse('not_found');
      return reply.headers(avatarHeaders).send(content);
    });
  };

interface CoverRequest {
  Params: { coverKey: string };
  Querystring: { until?: unknown; proof?: unknown };
}

/**
 * A track may be taken down or deleted, so copies are revalidated after five minutes, and shared caches only get public
 * covers.
 */
const cachedFor = (isPublic: boolean) => `${isPublic ? 'public' : 'private'}, max-age=300`;

/** PUT of a picture as the raw body, and GET of the resulting cover, for callers who may see the track. */
export const coverRoutes =
  ({ deps, authenticate, countCall }: PictureRoutesOptions): FastifyPluginAsync =>
  async (app) => {
    leaveBodies(app);
    app.put<{ Params: { trackId: string } }>(
      coverUploadPath(':trackId'),
      { config: { pacesItsBody: true } },
      async (request) => {
        const { userId: artistId } = await authenticate(request).then(async (caller) => {
          await countCall('cover', caller, request);
          return caller;
        });
        const trackId = trackIdOf(request.params.trackId);
        return OwnTrack.parse(await setCover(deps, { artistId, trackId }, () => readPictureBody(request)));
      },
    );
    app.get<CoverRequest>(`${coverPath}/:coverKey.webp`, async ({ params, query, headers }, reply) => {
      const { coverKey } = params;
      if (!pictureKeyForm.test(coverKey)) refuse('not_found');
      const signed = { until: String(query.until ?? ''), proof: String(query.proof ?? '') };
      const cover = await openCover(deps, { coverKey, ...signed });
      const etag = `"${coverKey}"`;
      reply.headers({ ...pictureHeaders, 'cache-control': cachedFor(cover.isPublic), etag });
      if (headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.header('content-disposition', 'inline; filename="cover.webp"').send(await cover.read());
    });
  };

function trackIdOf(text: string): string {
  const id = Id.safeParse(text);
  return id.success
    ? id.data
    : refuse('malformed', { issues: [{ path: 'trackId', message: 'is not a UUID' }] });
}
