import type { FastifyPluginAsync } from 'fastify';
import { Profile } from '#contract/identity/accounts.ts';
import { avatarUploadPath } from '#contract/upload-paths.ts';
import { refuse } from '../foundation/refusals.ts';
import { avatarPath, openAvatar } from '../identity/profile/open-avatar.ts';
import { setAvatar } from '../identity/profile/set-avatar.ts';
import {
  leaveBodies,
  type PictureRoutesOptions,
  pictureHeaders,
  pictureKeyForm,
  readPictureBody,
} from './picture-body.ts';

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
