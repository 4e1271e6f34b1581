import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { onSendAsyncHookHandler } from 'fastify';
import { releaseMemory } from '../foundation/release-memory.ts';

/** How much of an unread body is drained, and for how long. */
const mostBytes = 64 * 1024 * 1024;
const mostMilliseconds = 30_000;

/**
 * An onSend hook: responds before the body was read, but closes the connection only after the client has stopped
 * sending. Closing at once would reset the connection, and browsers would never see the response.
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
