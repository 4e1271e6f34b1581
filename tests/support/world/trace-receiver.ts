import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const Attribute = z.object({
  key: z.string(),
  value: z.object({ stringValue: z.string().optional(), intValue: z.coerce.number().optional() }),
});
const ReceivedSpan = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(Attribute).default([]),
  status: z.object({ code: z.number().optional() }).default({}),
});
const Received = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(ReceivedSpan) })),
    }),
  ),
});
export type ReceivedSpan = z.infer<typeof ReceivedSpan>;

/** What takes OTLP over HTTP, as a collector does. */
export interface TraceReceiver {
  readonly endpoint: string;
  readonly spans: ReceivedSpan[];
  /** Everything as it came. */
  readonly bodies: string[];
  /** How it answers: right, with an error, or never. */
  behavior: 'well' | 'failing' | 'silent';
  close(): Promise<void>;
}

export async function startTraceReceiver(): Promise<TraceReceiver> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (receiver.behavior === 'silent') return;
    if (receiver.behavior === 'failing' || request.url !== '/v1/traces') {
      response.writeHead(400).end();
      return;
    }
    receiver.bodies.push(body);
    const { resourceSpans } = Received.parse(JSON.parse(body));
    receiver.spans.push(
      ...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo; // a TCP server has one
  const receiver: TraceReceiver = {
    endpoint: `http://127.0.0.1:${port}`,
    spans: [],
    bodies: [],
    behavior: 'well',
    close: async () => {
      server.close().closeAllConnections();
    },
  };
  return receiver;
}
