import { request } from 'node:http';
import { uploadContentPath } from '#contract/upload-paths.ts';

export const restOf = (file: Uint8Array, firstByte: number): string =>
  `bytes ${firstByte}-${file.length - 1}/${file.length}`;

export interface CutUpload {
  readonly uploadId: string;
  readonly file: Uint8Array;
  readonly firstByte?: number;
  /** The last byte that goes out is the one before this. */
  readonly until: number;
}

/** Begins to send a file and goes away in the middle, as a phone does in a tunnel. */
export async function cutUpload(
  url: string,
  accessToken: string,
  { uploadId, file, firstByte = 0, until }: CutUpload,
): Promise<void> {
  const sending = request(`${url}${uploadContentPath(uploadId)}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-length': file.length - firstByte,
      'content-range': restOf(file, firstByte),
    },
  });
  // What the server still has to say does not reach a client that has gone.
  sending.on('error', () => undefined);
  await new Promise<void>((resolve) => sending.write(file.subarray(firstByte, until), () => resolve()));
  // Not destroyed: a reset would take away what the server has not read yet.
  const closed = new Promise((resolve) => sending.once('close', resolve));
  sending.socket?.end();
  await closed;
}
