import sharp from 'sharp';
import { refuse } from '../foundation/refusals.ts';
import { workQueue } from '../foundation/work-queue.ts';

const mostPixels = 50_000_000;
const mostSeconds = 10;
const quality = 82;

// Uploads may be malicious, so only three decoders are enabled. SVG, TIFF, GIF and all others stay blocked.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
sharp.cache(false);
sharp.concurrency(1);

// Decoding a large picture needs a hundred megabytes.
const queue = workQueue({ atOnce: 1, waiting: 20 });

/**
 * Converts an uploaded JPEG, PNG or WebP to a square of this many pixels per side: upright, cropped around the center,
 * the first frame of an animation. Re-encoded as WebP, so that only the pixels of the file remain. The library uses its
 * own threads.
 * @throws Refusal invalid_image, image_too_large, unavailable
 */
export function makeSquarePicture(uploaded: Buffer, side: number): Promise<Buffer> {
  return queue.run(
    async () => {
      await refuseUnlessImage(uploaded);
      return encode(uploaded, side);
    },
    () => refuse('unavailable', { retryAfterSeconds: mostSeconds }),
  );
}

/**
 * Places a picture of `makeSquarePicture` on a PNG, scaled to this many pixels per side. Returns a PNG of 256 colors,
 * about 100 kB.
 */
export const layPictureOver = (
  base: Buffer,
  picture: Buffer,
  { left, top, side }: { readonly left: number; readonly top: number; readonly side: number },
): Promise<Buffer> =>
  sharp(picture)
    .resize(side, side)
    .toBuffer()
    .then((input) =>
      sharp(base).composite([{ input, left, top }]).png({ palette: true, colors: 256, effort: 1 }).toBuffer(),
    );

/** Reads only the header, so that a picture with too many pixels is never decoded. */
async function refuseUnlessImage(uploaded: Buffer): Promise<void> {
  // The library treats an empty file as a programming error.
  if (uploaded.length === 0) refuse('invalid_image');
  const header = await sharp(uploaded, { limitInputPixels: false })
    .metadata()
    .catch(() => refuse('invalid_image'));
  if (header.width * header.height > mostPixels) refuse('image_too_large');
}

async function encode(uploaded: Buffer, side: number): Promise<Buffer> {
  try {
    return await sharp(uploaded, { limitInputPixels: mostPixels, failOn: 'error' })
      .timeout({ seconds: mostSeconds })
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .webp({ quality })
      .toBuffer();
  } catch {
    // Whatever the decoder's error, browsers could not show the file either.
    return refuse('invalid_image');
  }
}
