import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

export interface Delivery {
  /** Timeout of a client that accepts no bytes. */
  readonly idleMilliseconds: number;
  /** How many of the next bytes may be sent, resolving once some may; all by default. Rejects if none ever may. */
  readonly allow?: (bytes: number) => Promise<number>;
  /** Called when the socket has accepted bytes. */
  readonly onSent?: () => void;
}

/** Sends the content as fast as `allow` and the client permit, and ends the response. An error cuts the connection. */
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
    // The status is already sent, so only a cut connection can signal missing data.
    response.destroy();
  } finally {
    content.destroy();
  }
}

/** Resolves when the socket has accepted the chunk. */
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
