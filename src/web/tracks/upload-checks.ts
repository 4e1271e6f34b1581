import { maximumUploadBytes, shownMegabytes } from '#contract/business-rules.ts';

/** Why something cannot be uploaded, as the title and body of its toast. */
export interface UploadFault {
  readonly field: 'file' | 'title' | 'genre';
  readonly title: string;
  readonly body: string;
}

/** What a browser can tell about a file; the server looks inside (specification 5). */
export function checkFile(file: Pick<File, 'name' | 'size' | 'type'>): UploadFault | null {
  const isAudio = file.type.startsWith('audio/') || file.name.toLowerCase().endsWith('.mp3');
  if (!isAudio)
    return { field: 'file', title: 'Invalid file type', body: 'Please upload an MP3 audio file.' };
  if (file.size > maximumUploadBytes) {
    const body = `Please upload a file smaller than ${shownMegabytes(maximumUploadBytes)}.`;
    return { field: 'file', title: 'File too large', body };
  }
  return null;
}

/** The first of file, title and genre that is missing. */
export function checkFields(fields: { file: unknown; title: string; genre: unknown }): UploadFault | null {
  const missing = (field: UploadFault['field']): UploadFault => ({
    field,
    title: 'Missing information',
    body: 'Please fill in all required fields and select a file.',
  });
  if (fields.file === null) return missing('file');
  if (fields.title.trim() === '') return missing('title');
  if (fields.genre === null) return missing('genre');
  return null;
}
