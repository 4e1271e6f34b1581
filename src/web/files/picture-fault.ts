import { maximumPictureBytes, shownMegabytes } from '#contract/business-rules.ts';
import { usingFile } from './chosen-file-changed.ts';

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'];

/** Whether these are the first bytes of a JPEG, a PNG or a WebP. */
const isPicture = (start: string): boolean =>
  start.startsWith('\xff\xd8\xff') ||
  start.startsWith('\x89PNG') ||
  (start.startsWith('RIFF') && start.slice(8) === 'WEBP');

/**
 * Why a file cannot be an avatar or a cover, as a toast's title and body, as far as its first bytes say; null if it can.
 * @throws FileChanged
 */
export async function pictureFault(
  file: Blob,
): Promise<{ readonly title: string; readonly body: string } | null> {
  const start = await usingFile(file, () => file.slice(0, 12).arrayBuffer());
  const letters = String.fromCharCode(...new Uint8Array(start));
  if (!isPicture(letters))
    return { title: 'Invalid file type', body: 'Please choose a JPEG, PNG or WebP picture.' };
  if (file.size > maximumPictureBytes) {
    const body = `Please choose a picture of at most ${shownMegabytes(maximumPictureBytes)}.`;
    return { title: 'File too large', body };
  }
  return null;
}
