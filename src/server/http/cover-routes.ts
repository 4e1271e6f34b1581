import type { FastifyPluginAsync } from 'fastify';
import { OwnTrack } from '#contract/music/tracks/tracks.ts';
import { Id } from '#contract/primitives.ts';
import { coverUploadPath } from '#contract/upload-paths.ts';
import { refuse } from '../foundation/refusals.ts';
import { coverPath, openCover } from '../music/tracks/open-cover.ts';
import { setCover } from '../music/tracks/set-cover.ts';
import {
  leaveBodies,
  type PictureRoutesOptions,
  pictureHeaders,
  pictureKeyForm,
  readPictureBody,
} from './picture-body.ts';

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
