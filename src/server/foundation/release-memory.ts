/**
 * Frees the memory of these bytes at once, unless the buffer holds other data. They are empty afterwards. The garbage
 * collector notices such memory late: it lets 64 MB of used chunks accumulate first.
 */
export function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Passes chunks through and frees each when the next one is requested, so the consumer must not keep them. */
export async function* releasedAfterUse(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    yield chunk;
    releaseMemory(chunk);
  }
}
