import type { UploadStage } from './upload-progress.ts';

/** The last step creates the track and cannot be canceled. */
export const canCancel = ({ name }: UploadStage): boolean =>
  ['checking', 'sending', 'waiting', 'comparing', 'asking'].includes(name);
