import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { onSendAsyncHookHandler } from 'fastify';
import { releaseMemory } from '../release-memory.ts';

/** Until so much has come or so long has passed, what a client still sends is read and thrown away. */
const mostBytes = 64 * 1024 * 1024;
const mostMilliseconds = 30_000;

/**
 * An onSend hook: answers at once although the body has not been read, but ends the connection only when the client
 * has stopped sending. A server that just closes resets the connection, and browsers then never see the answer.
 */
export const answerBeforeBody: onSendAsyncHookHandler = async (request, reply, payload) => {
  if (request.raw.complete || request.raw.destroyed || typeof payload !== 'string') return payload;
  reply.header('connection', 'close');
  reply.header('content-length', Buffer.byteLength(payload));
  return Readable.from(answerThenDrain(payload, request.raw));
};

async function* answerThenDrain(answer: string, request: IncomingMessage): AsyncGenerator<Buffer> {
  yield Buffer.from(answer);
  await drain(request);
}

function drain(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, mostMilliseconds);
    const stop = () => {
      clearTimeout(timer);
      resolve();
    };
    let drained = 0;
    request.on('data', (chunk: Buffer) => {
      drained += chunk.length;
      releaseMemory(chunk);
      if (drained > mostBytes) stop();
    });
    request.once('end', stop);
    request.once('close', stop);
    request.on('error', stop);
    request.resume();
  });
}
