import { maximumPictureBytes, shownMegabytes } from '#contract/business-rules.ts';

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'];

/** Why a file cannot be a cover, as far as the browser can tell; null if it can. */
export function pictureFault({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!pictureTypes.includes(type)) return 'Please choose a JPEG, PNG or WebP picture.';
  if (size > maximumPictureBytes)
    return `Please choose a picture of at most ${shownMegabytes(maximumPictureBytes)}.`;
  return null;
}
