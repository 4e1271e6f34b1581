import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

export interface Delivery {
  /** A client that takes nothing for so long is given up. */
  readonly idleMilliseconds: number;
  /** Told of bytes when the socket has taken them. */
  readonly onSent: (bytes: number) => void;
}

/** Sends the content as fast as the client takes it and ends the response; a failure on the way cuts it off. */
export async function deliver(
  response: ServerResponse,
  content: Readable,
  delivery: Delivery,
): Promise<void> {
  try {
    for await (const chunk of content) {
      await handOver(response, chunk, delivery.idleMilliseconds);
      delivery.onSent(chunk.length);
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
