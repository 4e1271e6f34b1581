import type { StoredUpload } from '#contract/music/tracks/tracks.ts';
import { uploadContentPath } from '#contract/upload-paths.ts';
import { failureOf } from '../calls/api.ts';
import { ServerUnreachable } from '../calls/api-failures.ts';
import { access } from '../routes/access.ts';
import { hasShape, isBetween, isText, isWholeBetween } from '../shape-rules.ts';
import { usingFile } from './chosen-file-changed.ts';

export interface UploadContent {
  /** A UUID chosen by the client; identifies the upload across retries. */
  readonly uploadId: string;
  readonly file: Blob;
  /** Bytes that the server already has, which are not sent again. */
  readonly firstByte?: number;
  /** Bytes of the file stored or sent so far. */
  readonly onProgress?: (sent: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Sends a file's bytes, or the rest of them. Uses XMLHttpRequest, because `fetch` reports no upload progress.
 * @throws ApiRefusal, ServerUnreachable, FileChanged, or an `AbortError` if the signal aborts it
 */
export const uploadContent = (upload: UploadContent): Promise<StoredUpload> =>
  usingFile(upload.file, () => send(upload));

async function send({
  uploadId,
  file,
  firstByte = 0,
  onProgress,
  signal,
}: UploadContent): Promise<StoredUpload> {
  const token = await access.token();
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    signal?.addEventListener('abort', stop, { once: true });
    request.open('PUT', uploadContentPath(uploadId));
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream');
    if (firstByte > 0) {
      request.setRequestHeader('Content-Range', `bytes ${firstByte}-${file.size - 1}/${file.size}`);
    }
    if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.responseType = 'text';
    request.upload.onprogress = (event) => onProgress?.(firstByte + event.loaded);
    request.onload = () => {
      const content = parsed(request.responseText);
      if (request.status < 300 && isStored(content)) resolve(content);
      else reject(failureOf(request.status, content));
    };
    request.onerror = () => reject(new ServerUnreachable(null));
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    request.onloadend = () => signal?.removeEventListener('abort', stop);
    request.send(firstByte === 0 ? file : file.slice(firstByte));
  });
}

const isStored = (content: unknown): content is StoredUpload =>
  hasShape<StoredUpload>(content, {
    uploadId: isText,
    durationSeconds: isBetween(0, Infinity),
    byteLength: isWholeBetween(0, Infinity),
  });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
