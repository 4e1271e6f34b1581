import sharp from 'sharp';
import { refuse } from './refusals.ts';
import { workQueue } from './work-queue.ts';

const mostPixels = 50_000_000;
const mostSeconds = 10;
const quality = 82;

// Three decoders of the library are open to strangers' bytes: SVG, TIFF, GIF and all others stay closed.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
sharp.cache(false);
sharp.concurrency(1);

// A large picture takes a hundred megabytes while it is decoded.
const queue = workQueue({ atOnce: 1, waiting: 20 });

/**
 * Makes a square of so many pixels a side of an uploaded JPEG, PNG or WebP: upright, cropped around its center, of a moving
 * picture the first frame, encoded anew as WebP, so that nothing but the pixels is left of the file. The library works on
 * threads of its own.
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
 * Lays a picture of `makeSquarePicture` over a PNG, scaled to so many pixels a side; returns a PNG of 256 colors, some 100 kB.
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

/** Reads the header alone: a picture of too many pixels is never decoded. */
async function refuseUnlessImage(uploaded: Buffer): Promise<void> {
  // The library takes an empty file for a mistake of the program.
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
    // Whatever the decoder objects to, the file is no picture that everybody can see.
    return refuse('invalid_image');
  }
}
