import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

export interface Delivery {
  /** A client that takes nothing for so long is given up. */
  readonly idleMilliseconds: number;
  /**
   * How many bytes of the next piece may be sent, waiting until some may; all of them when not given. Rejects when no more
   * may be sent at all.
   */
  readonly allow?: (bytes: number) => Promise<number>;
  /** Told when the socket has taken bytes. */
  readonly onSent?: () => void;
}

/** Sends the content as fast as it may and the client takes it, and ends the response; a failure on the way cuts it off. */
export async function deliver(
  response: ServerResponse,
  content: Readable,
  { idleMilliseconds, allow = (bytes) => Promise.resolve(bytes), onSent = () => undefined }: Delivery,
): Promise<void> {
  try {
    for await (const chunk of content) {
      for (let at = 0; at < chunk.length; ) {
        const allowed = await allow(chunk.length - at);
        await handOver(response, chunk.subarray(at, at + allowed), idleMilliseconds);
        onSent();
        at += allowed;
      }
    }
    response.end();
  } catch {
    // The status is out already: only a cut connection can say that something is missing.
    response.destroy();
  } finally {
    content.destroy();
  }
}

/** Resolves when the socket has taken the chunk. */
function handOver(response: ServerResponse, chunk: Buffer, idleMilliseconds: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => settle(new Error('The client is gone or takes nothing.'));
    const timer = setTimeout(giveUp, idleMilliseconds);
    const settle = (error: Error | null | undefined) => {
      clearTimeout(timer);
      response.off('close', giveUp);
      if (error) reject(error);
      else resolve();
    };
    response.once('close', giveUp);
    if (response.destroyed || response.closed) giveUp();
    else response.write(chunk, settle);
  });
}
