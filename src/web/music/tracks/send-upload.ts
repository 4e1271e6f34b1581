import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { isPassing, isRefusal } from '#web/calls/api-failures.ts';
import { uploadContent } from '#web/files/upload-content.ts';
import { untilOnlineOr } from './until-online.ts';
import { resumeDelayMilliseconds } from './upload-resume.ts';

export interface SentFile {
  readonly file: File;
  readonly uploadId: string;
  /** Bytes that the server has, as far as known. */
  readonly onProgress: (sent: number) => void;
  /** The connection is lost; the upload waits to continue. */
  readonly onWait: (sent: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Sends a file and resumes after connection losses, until it is complete, refused, or the connection stays away; the
 * same upload id can resume later. Throws the refusal, or an `AbortError`.
 */
export async function sendUpload(upload: SentFile): Promise<void> {
  const { file, uploadId, signal } = upload;
  let firstByte = 0;
  let failures = 0;
  for (let isFirst = true; ; isFirst = false) {
    const begun = firstByte;
    try {
      const known = await callApi(api.tracks.readUpload, { params: { uploadId } }, { signal });
      if (known.stored !== null) return;
      firstByte = known.receivedBytes;
      upload.onProgress(firstByte);
      await uploadContent({ uploadId, file, firstByte, onProgress: upload.onProgress, signal });
      return;
    } catch (error) {
      // Progress resets the count of failures, however often the connection is lost.
      failures = firstByte > begun || isFirst ? 1 : failures + 1;
      const delay = resumeDelayMilliseconds(failures);
      const goesOn =
        isPassing(error) || isRefusal(error, 'upload_offset') || isRefusal(error, 'upload_interrupted');
      if (signal.aborted || !goesOn || delay === null) throw error;
      upload.onWait(firstByte);
      await untilOnlineOr(delay, signal);
    }
  }
}
