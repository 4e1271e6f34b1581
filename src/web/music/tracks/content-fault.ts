import { Mp3Walker } from '#contract/music/tracks/mp3/mp3-walker.ts';
import { FileChanged, usingFile } from '#web/files/chosen-file-changed.ts';
import { invalidFileType } from './upload-checks.ts';

const pieceBytes = 256 * 1024;

/** Why a file's content is no MP3, as a toast's title and body; null if it is one, as far as its first frames show. */
export async function contentFault(
  file: File,
): Promise<{ readonly title: string; readonly body: string } | null> {
  try {
    return (await usingFile(file, () => beginsAsMp3(file))) ? null : invalidFileType;
  } catch (error) {
    return error instanceof FileChanged ? { title: 'File not added', body: error.message } : null;
  }
}

/**
 * Whether the server would find MP3 frames in a file: its own rule, as far as the first frames, which stand behind the
 * tags. A short file is checked to its end.
 */
async function beginsAsMp3(file: Blob): Promise<boolean> {
  const walker = new Mp3Walker();
  for (let at = 0; at < file.size; at += pieceBytes) {
    const piece = new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer());
    if (walker.push(piece).next().done === false) return true;
    if (walker.verdict !== undefined) return false;
  }
  const end = walker.end();
  while (end.next().done === false);
  return walker.verdict?.ok === true;
}
