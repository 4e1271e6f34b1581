import { maximumUploadBytes } from '#contract/business-rules.ts';
import { UploadInterrupted } from './upload-interrupted.ts';

/** More bytes were received than an upload may have. */
export class UploadTooLarge extends Error {
  override readonly name = 'UploadTooLarge';
}

/** Passes on at most 50 MiB, and requires the announced length. @throws UploadTooLarge, UploadInterrupted */
export async function* meterUpload(
  file: AsyncIterable<Buffer>,
  announced: number | undefined,
): AsyncGenerator<Buffer> {
  let received = 0;
  for await (const chunk of file) {
    received += chunk.length;
    if (received > maximumUploadBytes) throw new UploadTooLarge();
    yield chunk;
  }
  if (announced !== undefined && received < announced) throw new UploadInterrupted();
}
