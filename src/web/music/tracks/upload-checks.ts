import { maximumMasterBytes, maximumUploadBytes, shownMegabytes } from '#contract/business-rules.ts';
import { isBlank } from '#contract/unseen.ts';
import type { Checks } from '#web/forms/form-state.ts';
import { firstFault } from '#web/music/questions/question-draft.ts';
import type { UploadFields } from './upload-fields.ts';

const masterEndings = ['.wav', '.aif', '.aiff', '.aifc', '.flac'];
const masterTypes = /^audio\/(x-|vnd\.)?(wav|wave|aiff|aifc|flac)$/;

/** Whether a file is converted to MP3 before the upload. */
export const isMaster = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  masterTypes.test(type) || masterEndings.some((ending) => name.toLowerCase().endsWith(ending));

/**
 * Problems that a file's name, type and size show, as a toast's title and body (specification 5).
 */
export function checkFile(
  file: Pick<File, 'name' | 'size' | 'type'>,
): { readonly title: string; readonly body: string } | null {
  if (isMaster(file)) return file.size > maximumMasterBytes ? tooLarge(maximumMasterBytes) : null;
  const isAudio = file.type.startsWith('audio/') || file.name.toLowerCase().endsWith('.mp3');
  if (!isAudio) return invalidFileType;
  return file.size > maximumUploadBytes ? tooLarge(maximumUploadBytes) : null;
}

export const invalidFileType = {
  title: 'Invalid file type',
  body: 'Please upload an MP3 audio file.',
} as const;

const tooLarge = (most: number) => ({
  title: 'File too large',
  body: `Please upload a file smaller than ${shownMegabytes(most)}.`,
});

export const missingInformation = {
  title: 'Missing information',
  body: 'Please fill in all required fields and select a file.',
} as const;

const missingIf = (isMissing: boolean) => (isMissing ? missingInformation.body : null);

/** Only the first missing one of file, title and genre shows the error, since all would show the same. */
export const uploadChecks: Checks<UploadFields> = {
  file: (file) => missingIf(file === null),
  title: (title, { file }) => missingIf(file !== null && isBlank(title)),
  genre: (genre, { file, title }) => missingIf(file !== null && !isBlank(title) && genre === null),
  questions: firstFault,
};
