import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { verdictPicturePath } from '#contract/insight/verdict/verdict-rules.ts';
import type { Dependencies } from '../foundation/dependencies.ts';
import { readSharedVerdict, type SharedVerdict } from '../insight/verdict/read-verdict.ts';
import { readCover } from '../music/tracks/covers.ts';
import { previewPicture, stepToFit } from './preview-picture.ts';
import { sendSharePicture, sharePictures } from './share-pictures.ts';

const TrackId = z.uuid();
/** In pixels, left of the record. */
const [left, width] = [64, 520];

function drawVerdict({ peaks, stays }: SharedVerdict, cover: Buffer | undefined): Promise<Buffer> {
  const share = `${stays.stayed} OF ${stays.listeners}`;
  const lines = [
    { text: share, x: left, y: 70, step: stepToFit(share, width, 12) },
    { text: 'PAID LISTENERS STAYED', x: left, y: 496, step: 4 },
    { text: 'AFTER THE PAID PART', x: left, y: 540, step: 4 },
  ];
  return previewPicture({ peaks, lines, cover });
}

/**
 * The share picture of a track's verdict, public once its artist has enabled it. Checked on every request, because the
 * artist may disable it again.
 */
export function verdictPictureRoute(deps: Pick<Dependencies, 'database' | 'storage'>) {
  const { database } = deps;
  const pictures = sharePictures<SharedVerdict>({
    readCover: ({ coverKey }) => readCover(deps, coverKey),
    draw: drawVerdict,
  });
  return async (app: FastifyInstance): Promise<void> => {
    app.get<{ Params: { trackId: string } }>(verdictPicturePath(':trackId'), async (request, reply) => {
      const id = TrackId.safeParse(request.params.trackId);
      const shown = id.success ? await readSharedVerdict(database, id.data) : undefined;
      if (!shown) return reply.code(404).header('cache-control', 'no-store').send();
      return sendSharePicture({ request, reply }, pictures, shown, 'no-cache');
    });
  };
}
