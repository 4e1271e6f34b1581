/**
 * Gives the memory of bytes back at once, unless something else lies in it too; they are empty afterwards. The
 * collector sees such memory late: it lets 64 MB of used chunks pile up before it frees the first.
 */
export function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** The same chunks, each released as soon as the next one is asked for: nobody may keep one. */
export async function* releasedAfterUse(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    yield chunk;
    releaseMemory(chunk);
  }
}
