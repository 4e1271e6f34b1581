import { maximumUploadBytes } from '#contract/business-rules.ts';
import { UploadInterrupted } from './upload-interrupted.ts';

/** More bytes came than an upload may have. */
export class UploadTooLarge extends Error {
  override readonly name = 'UploadTooLarge';
}

/**
 * Lets at most 50 MiB through, and at the end no less than was announced. Throws UploadTooLarge or UploadInterrupted.
 */
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
